/** What was typed as a JSON Patch: only fields that differ from the record it was typed on, and of lists only the cells that do. */
import type { Json, RecordFields, TypeDescription } from '../description.ts';
import { isSameJson } from './same.ts';

export type JsonPatchOperation =
  | { readonly op: 'test' | 'replace' | 'add'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

/** The fields that somebody typed into, with what they typed. */
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
 * Rows are known by their key. Each that is written to is first tested to be the row that was meant. Where rows are in another order than
 * before, or a key was changed, the list is written as a whole.
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
  // Those added stand behind all that were there.
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
    // The service takes it from the record that the row names.
    for (const name of Object.keys(before[place]!))
      if (!Object.hasOwn(row, name)) writes.push({ op: 'remove', path: `${path}/${place}/${pointerName(name)}` });
    return writes.length === 0 ? [] : [guard(place), ...writes];
  });
  const removed = before.map((_, place) => place).filter((place) => !places.includes(place));
  // From the end, so that the places before it stay what they were.
  const removals = removed
    .reverse()
    .flatMap((place): JsonPatchOperation[] => [guard(place), { op: 'remove', path: `${path}/${place}` }]);
  const additions = added.map(
    (row): JsonPatchOperation => ({ op: 'add', path: `${path}/-`, value: withoutNothing(row) }),
  );
  return [...cells, ...removals, ...additions];
}

/** What was left out of a new row the service fills by itself. */
function withoutNothing(row: RecordFields): RecordFields {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}

function pointerName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
