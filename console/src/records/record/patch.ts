/**
 * JSON Patch of a draft. It contains only fields that differ from the draft's base record, and only the changed cells
 * of lists.
 */
import type { Json, RecordFields, TypeDescription } from '../description.ts';
import { isSameJson } from './same.ts';

export type JsonPatchOperation =
  | { readonly op: 'test' | 'replace' | 'add'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

/** Edited fields, with the typed values. */
export type DraftValues = Readonly<Record<string, Json>>;

export function createDraftPatch(type: TypeDescription, base: RecordFields, draft: DraftValues): JsonPatchOperation[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    const before = base[name] ?? null;
    if (isSameJson(before, value)) return [];
    const field = type.fields.find((one) => one.name === name);
    const path = `/${pointerName(name)}`;
    if (field?.kind === 'list' && field.key !== undefined && Array.isArray(before) && Array.isArray(value)) {
      return listPatch(path, field.key, before as RecordFields[], value as RecordFields[]);
    }
    return [{ op: 'replace', path, value }];
  });
}

export function isDraftChanged(base: RecordFields, draft: DraftValues): boolean {
  return Object.entries(draft).some(([name, value]) => !isSameJson(base[name] ?? null, value));
}

/**
 * Creates the patch of a list. Rows are matched by key, and a `test` before each write checks that the row is the
 * intended one. If the row order or a key changed, the patch replaces the whole list.
 */
function listPatch(
  path: string,
  key: string,
  before: readonly RecordFields[],
  after: readonly RecordFields[],
): JsonPatchOperation[] {
  const whole: JsonPatchOperation[] = [{ op: 'replace', path, value: after }];
  const keysBefore = before.map((row) => row[key] ?? null);
  const kept = after.filter((row) => keysBefore.some((one) => isSameJson(one, row[key])));
  const added = after.slice(kept.length);
  const isUnique = new Set(keysBefore.map((one) => JSON.stringify(one))).size === keysBefore.length;
  const places = kept.map((row) => keysBefore.findIndex((one) => isSameJson(one, row[key])));
  const inOrder = places.every((place, n) => n === 0 || place > places[n - 1]!);
  // Added rows must follow all existing rows.
  if (!isUnique || !inOrder || !kept.every((row, n) => row === after[n])) return whole;
  const guard = (place: number): JsonPatchOperation => ({
    op: 'test',
    path: `${path}/${place}/${pointerName(key)}`,
    value: keysBefore[place]!,
  });
  const cells = kept.flatMap((row, n) => {
    const place = places[n]!;
    const changed = Object.entries(row).filter(([name, value]) => !isSameJson(before[place]![name] ?? null, value));
    const writes: JsonPatchOperation[] = changed.map(([name, value]) => ({
      op: 'replace',
      path: `${path}/${place}/${pointerName(name)}`,
      value,
    }));
    // Removes the cell: the service fills it from the record that the row refers to.
    for (const name of Object.keys(before[place]!))
      if (!Object.hasOwn(row, name)) writes.push({ op: 'remove', path: `${path}/${place}/${pointerName(name)}` });
    return writes.length === 0 ? [] : [guard(place), ...writes];
  });
  const removed = before.map((_, place) => place).filter((place) => !places.includes(place));
  // Removes from the end, so that earlier positions stay valid.
  const removals = removed
    .reverse()
    .flatMap((place): JsonPatchOperation[] => [guard(place), { op: 'remove', path: `${path}/${place}` }]);
  const additions = added.map(
    (row): JsonPatchOperation => ({ op: 'add', path: `${path}/-`, value: withoutNothing(row) }),
  );
  return [...cells, ...removals, ...additions];
}

/** Omits the empty cells of a new row, so that the service fills them. */
function withoutNothing(row: RecordFields): RecordFields {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}

function pointerName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
