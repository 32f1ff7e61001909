/**
 * Differences between two versions of a list: added, removed and reordered rows, and changed cells. Rows are matched by
 * the list's key. Without a key, rows with equal content match; the others match by position.
 */
import { words } from '../words/rows.ts';
import type { FieldDescription, Json, RecordFields } from './description.ts';
import { sentenceCase } from './labels.ts';
import { isSameJson } from './record/same.ts';

export interface RowCell {
  readonly item: FieldDescription;
  readonly value: Json;
}

export interface RowName {
  readonly name: string;
  /** Additional cell that identifies the row. */
  readonly aside?: RowCell | undefined;
}

export type RowChange =
  | ({
      readonly is: 'changed';
      readonly cells: readonly { readonly item: FieldDescription; readonly from: Json; readonly to: Json }[];
    } & RowName)
  /** `there`: a row of a list that is shown for the first time. */
  | ({ readonly is: 'added' | 'removed' | 'there'; readonly cells: readonly RowCell[] } & RowName)
  | { readonly is: 'order'; readonly place: number; readonly rows: readonly string[] };

type List = Pick<FieldDescription, 'items' | 'key'>;

/**
 * Returns the changed and removed rows in their old order, then the added rows, then any reordering. `from` is
 * undefined if the list did not exist before.
 */
export function diffRows(list: List, from: Json | undefined, to: Json): RowChange[] {
  const [before, after] = [rowsOf(from), rowsOf(to)];
  const places = placesOf(list.key, before, after);
  const stood = before.map((row, place) => {
    const at = places.indexOf(place);
    if (at !== -1) return changedRow(list, row, place, after[at]!);
    return { is: 'removed' as const, ...nameOf(list, row, place), cells: rowCells(list, row) };
  });
  const came = after.map((row, at) => {
    if (places[at] !== undefined) return undefined;
    const is = from === undefined ? ('there' as const) : ('added' as const);
    return { is, ...nameOf(list, row, at), cells: rowCells(list, row) };
  });
  return [...stood, ...came, orderOf(list, before, places)].filter((change) => change !== undefined);
}

function changedRow(list: List, row: RecordFields, place: number, now: RecordFields): RowChange | undefined {
  const cells = (list.items ?? []).flatMap((item) => {
    const [from, to] = [row[item.name] ?? null, now[item.name] ?? null];
    return isSameJson(from, to) ? [] : [{ item, from, to }];
  });
  if (cells.length === 0) return undefined;
  const { name, aside = calledBy(list, row) } = nameOf(list, row, place);
  // Omits the identifying cell if it is among the changed cells.
  return { is: 'changed', name, aside: cells.some(({ item }) => item === aside?.item) ? undefined : aside, cells };
}

/** Returns a row's cells, without empty and default values. The title cell comes first. */
export function rowCells(list: List, row: RecordFields, withKey = false): RowCell[] {
  const title = titleOf(list, row);
  const cells = (list.items ?? []).flatMap((item): RowCell[] => {
    const value = row[item.name] ?? null;
    const isTold = !withKey && (item.name === list.key || (isTextKeyed(list) && item === title));
    return isTold || isNothing(value) || isSameJson(value, item.default) ? [] : [{ item, value }];
  });
  return [...cells.filter(({ item }) => item === title), ...cells.filter(({ item }) => item !== title)];
}

/** True if the field is a title, which is shown without its field name. */
export function isTitleField({ name }: FieldDescription): boolean {
  return TITLE_FIELDS.includes(name);
}

const TITLE_FIELDS: readonly string[] = ['Label', 'Name', 'Description'];

function titleOf({ items = [] }: List, row: RecordFields): FieldDescription | undefined {
  return items.find((item) => isTitleField(item) && !isNothing(row[item.name] ?? null));
}

/**
 * Returns the name of a row: "Line 2" or "Row 2". If the key is text, the name is the row's title, with the key beside
 * it.
 */
function nameOf(list: List, row: RecordFields, at: number): RowName {
  const key = list.key === undefined ? null : (row[list.key] ?? null);
  if (key === null) return { name: words.row(at + 1) };
  if (!isTextKeyed(list)) return { name: `${sentenceCase(list.key!)} ${key}` };
  const title = titleOf(list, row);
  if (title === undefined) return { name: String(key) };
  return { name: String(row[title.name]), aside: { item: keyItem(list)!, value: key } };
}

/** Returns the cell that identifies a row: its title, or else its first reference. */
function calledBy(list: List, row: RecordFields): RowCell | undefined {
  const item =
    titleOf(list, row) ?? list.items?.find(({ name, kind }) => kind === 'reference' && !isNothing(row[name] ?? null));
  return item && { item, value: row[item.name]! };
}

function keyItem({ items = [], key }: List): FieldDescription | undefined {
  return items.find(({ name }) => name === key);
}

function isTextKeyed(list: List): boolean {
  return keyItem(list)?.kind === 'text';
}

/** Returns, for each new row, its old position, or undefined if it is an added row. */
function placesOf(
  key: string | undefined,
  before: readonly RecordFields[],
  after: readonly RecordFields[],
): (number | undefined)[] {
  const keysOf = (rows: readonly RecordFields[]) => rows.map((row) => (key === undefined ? null : (row[key] ?? null)));
  const isKeyed = (keys: readonly Json[]) => !keys.includes(null) && new Set(keys).size === keys.length;
  const [old, now] = [keysOf(before), keysOf(after)];
  if (isKeyed(old) && isKeyed(now)) {
    const placeOf = new Map(old.map((one, place) => [one, place]));
    return now.map((one) => placeOf.get(one));
  }
  const alike = Map.groupBy(before.keys(), (place) => JSON.stringify(before[place]));
  const places = after.map((row) => alike.get(JSON.stringify(row))?.shift());
  return places.map((place, at) => (place === undefined && at < before.length && !places.includes(at) ? at : place));
}

/** Returns the moved range of the kept rows: from the first to the last one whose relative position changed. */
function orderOf(
  list: List,
  before: readonly RecordFields[],
  places: readonly (number | undefined)[],
): RowChange | undefined {
  const kept = places.filter((place) => place !== undefined);
  const sorted = kept.toSorted((a, b) => a - b);
  const isElsewhere = (place: number, n: number) => place !== sorted[n];
  const first = kept.findIndex(isElsewhere);
  if (first === -1) return undefined;
  const moved = kept.slice(first, kept.findLastIndex(isElsewhere) + 1);
  const rows = moved.map((place) => nameOf(list, before[place]!, place).name);
  return { is: 'order', place: places.indexOf(moved[0]) + 1, rows };
}

function rowsOf(value: Json | undefined): readonly RecordFields[] {
  if (!Array.isArray(value)) return [];
  return value.filter((row): row is RecordFields => typeof row === 'object' && row !== null);
}

function isNothing(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
