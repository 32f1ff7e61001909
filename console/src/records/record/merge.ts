/**
 * What was typed on one version of a record, and what somebody else made of it meanwhile, brought together. What only one side changed is
 * kept from both; what both changed to different values is left to the person.
 */
import type { Json, RecordFields, TypeDescription } from '../description.ts';
import type { Draft } from './patch.ts';
import { same } from './same.ts';

export interface Merge {
  /** To be written on their version, where nothing is left to choose. */
  readonly draft: Draft;
  /** Changed by them alone. */
  readonly theirs: readonly Changed[];
  /** Changed by you alone, or in other rows of the same list. */
  readonly yours: readonly Changed[];
  readonly conflicts: readonly Conflict[];
}

export interface Changed {
  readonly field: string;
  readonly was: Json;
  readonly now: Json;
}

export interface Conflict {
  readonly field: string;
  readonly was: Json;
  readonly theirs: Json;
  readonly yours: Json;
}

/** Written by the service with every change; nobody types into them. */
const BOOKKEEPING = new Set(['UpdatedOn', 'UpdatedBy']);

export function merge(type: TypeDescription, base: RecordFields, theirs: RecordFields, draft: Draft): Merge {
  const merged: Record<string, Json> = {};
  const yoursAlone: Changed[] = [];
  const conflicts: Conflict[] = [];
  for (const [field, yours] of Object.entries(draft)) {
    const [was, now] = [base[field] ?? null, theirs[field] ?? null];
    if (same(was, yours) || same(now, yours)) continue;
    const key = type.fields.find(({ name }) => name === field)?.key;
    const both = same(was, now) ? yours : mergedRows(key, was, now, yours);
    if (both === undefined) conflicts.push({ field, was, theirs: now, yours });
    else {
      merged[field] = both;
      yoursAlone.push({ field, was, now: yours });
    }
  }
  const changed = type.fields.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name));
  const theirsAlone = changed
    .filter((field) => !same(base[field] ?? null, theirs[field] ?? null))
    .filter((field) => !conflicts.some((one) => one.field === field))
    .map((field) => ({ field, was: base[field] ?? null, now: theirs[field] ?? null }));
  return { draft: merged, theirs: theirsAlone, yours: yoursAlone, conflicts };
}

/** Two people may write to different cells of one list, say receive different lines; undefined where they wrote to the same. */
function mergedRows(key: string | undefined, was: Json, theirs: Json, yours: Json): Json | undefined {
  if (key === undefined || !Array.isArray(was) || !Array.isArray(theirs) || !Array.isArray(yours)) return undefined;
  const byKey = (rows: readonly RecordFields[]) => new Map(rows.map((row) => [JSON.stringify(row[key] ?? null), row]));
  const [before, mine] = [byKey(was), byKey(yours)];
  const their = byKey(theirs);
  const rows: RecordFields[] = [];
  for (const [name, now] of their) {
    const [old, own] = [before.get(name), mine.get(name)];
    if (old === undefined) {
      if (own !== undefined && !same(own, now)) return undefined;
      rows.push(now);
    } else if (own === undefined) {
      // Taken away here: only where they left it alone.
      if (!same(old, now)) return undefined;
    } else {
      const row = mergedCells(old, now, own);
      if (row === undefined) return undefined;
      rows.push(row);
    }
  }
  for (const [name, own] of mine) {
    if (their.has(name)) continue;
    const old = before.get(name);
    if (old === undefined) rows.push(own);
    else if (!same(old, own)) return undefined;
  }
  return rows;
}

function mergedCells(was: RecordFields, theirs: RecordFields, yours: RecordFields): RecordFields | undefined {
  const cells: Record<string, Json> = { ...theirs };
  for (const [name, value] of Object.entries(yours)) {
    const old = was[name] ?? null;
    if (same(old, value) || same(theirs[name] ?? null, value)) continue;
    if (!same(old, theirs[name] ?? null)) return undefined;
    cells[name] = value;
  }
  return cells;
}
