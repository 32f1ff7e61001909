/**
 * Three-way merge of a draft with other users' changes. Changes of one side are taken over. If both sides changed a
 * field to different values, the user decides.
 */
import type { FieldDescription, Json, RecordFields, TypeDescription } from '../description.ts';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';

export interface MergeResult {
  /** Merged draft, to be saved on their version if no conflict is left. */
  readonly draft: DraftValues;
  /** Fields that only others changed. */
  readonly theirs: readonly MergedField[];
  /** Fields that only the user changed, or changed in other rows of the same list. */
  readonly yours: readonly MergedField[];
  readonly conflicts: readonly FieldConflict[];
}

export interface MergedField {
  readonly field: string;
  readonly was: Json;
  readonly now: Json;
}

export interface FieldConflict {
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly yours: Json;
}

/** Fields that the service writes with every change; users cannot edit them. */
const BOOKKEEPING_FIELDS = new Set(['UpdatedOn', 'UpdatedBy']);

/**
 * Merges a draft. `byAnother` means that their version is a single change by another user, so it cannot contain the
 * user's own change from a request whose answer was lost.
 */
export function mergeDraft(
  type: TypeDescription,
  base: RecordFields,
  theirs: RecordFields,
  draft: DraftValues,
  byAnother: boolean,
): MergeResult {
  const merged: Record<string, Json> = {};
  const yoursAlone: MergedField[] = [];
  const conflicts: FieldConflict[] = [];
  for (const [field, yours] of Object.entries(draft)) {
    const [was, now] = [base[field] ?? null, theirs[field] ?? null];
    if (isSameJson(was, yours) || isSameJson(now, yours)) continue;
    const list = type.fields.find(({ name }) => name === field);
    const both = isSameJson(was, now) ? yours : mergedRows(list, was, now, yours, byAnother);
    if (both === undefined) conflicts.push({ field, was, theirs: now, yours });
    else {
      merged[field] = both;
      // What it adds to theirs.
      yoursAlone.push({ field, was: now, now: both });
    }
  }
  const changed = type.fields.map(({ name }) => name).filter((name) => !BOOKKEEPING_FIELDS.has(name));
  const theirsAlone = changed
    .filter((field) => !isSameJson(base[field] ?? null, theirs[field] ?? null))
    .filter((field) => !conflicts.some((one) => one.field === field))
    .map((field) => ({ field, was: base[field] ?? null, now: theirs[field] ?? null }));
  return { draft: merged, theirs: theirsAlone, yours: yoursAlone, conflicts };
}

/**
 * Merges two versions of a list, so that two users can edit different cells (for example, receive different lines).
 * Returns undefined if both changed the same cell. If both added a row with the same number, the second row is
 * renumbered. It is not if it may be the user's own row, which would then exist twice.
 */
function mergedRows(
  list: FieldDescription | undefined,
  was: Json,
  theirs: Json,
  yours: Json,
  byAnother: boolean,
): Json | undefined {
  const key = list?.key;
  if (key === undefined || !Array.isArray(was) || !Array.isArray(theirs) || !Array.isArray(yours)) return undefined;
  const byKey = (rows: readonly RecordFields[]) => new Map(rows.map((row) => [JSON.stringify(row[key] ?? null), row]));
  const [before, mine] = [byKey(was), byKey(yours)];
  const their = byKey(theirs);
  const rows: RecordFields[] = [];
  const isNumbered = byAnother && list?.items?.some(({ name, kind }) => name === key && kind === 'int');
  const next = () => Math.max(0, ...[...theirs, ...yours, ...rows].map((row) => Number(row[key]) || 0)) + 1;
  const again: RecordFields[] = [];
  for (const [name, now] of their) {
    const [old, own] = [before.get(name), mine.get(name)];
    if (old === undefined) {
      if (own !== undefined && !says(now, own)) {
        if (!isNumbered) return undefined;
        again.push(own);
      }
      rows.push(now);
    } else if (own === undefined) {
      // Removed by the user: allowed only if others left the row unchanged.
      if (!isSameJson(old, now)) return undefined;
    } else {
      const row = mergedCells(old, now, own);
      if (row === undefined) return undefined;
      rows.push(row);
    }
  }
  for (const [name, own] of mine) {
    const old = before.get(name);
    if (again.includes(own)) rows.push({ ...own, [key]: next() });
    else if (their.has(name)) continue;
    else if (old === undefined) rows.push(own);
    else if (!isSameJson(old, own)) return undefined;
  }
  return rows;
}

/** True if `row` contains all values of the new row `own`. The service has filled the cells that `own` left empty. */
function says(row: RecordFields, own: RecordFields): boolean {
  return Object.entries(own).every(([name, value]) => value === null || isSameJson(row[name], value));
}

function mergedCells(was: RecordFields, theirs: RecordFields, yours: RecordFields): RecordFields | undefined {
  const cells: Record<string, Json> = { ...theirs };
  for (const [name, value] of Object.entries(yours)) {
    const old = was[name] ?? null;
    if (isSameJson(old, value) || isSameJson(theirs[name] ?? null, value)) continue;
    if (!isSameJson(old, theirs[name] ?? null)) return undefined;
    cells[name] = value;
  }
  return cells;
}
