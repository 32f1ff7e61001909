/**
 * Reads records and their references, level by level. For any number of records in a level, each reference is one list
 * query, and so is each reverse reference; a few run at once. The response is built afterwards. Values are never
 * parsed: they are copied from the record's text.
 */

import { fieldsOf, isScalar, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import type { ClientAbort } from '../../lib/gone.ts';
import { type KnownMember, memberCutter } from '../../lib/json-members.ts';
import { Problem } from '../../problems.ts';
import type { Listing, ListPlan } from '../../records/lists/plan.ts';
import { planMany, planOfEach } from '../../records/lists/related.ts';
import type { ListPage, PageHead, RecordStore } from '../../records/store.ts';
import type { FieldIndexes, PageFields, RecordField, SelectedFields } from './compiled-query.ts';
import { forEachPageLine } from './page-lines.ts';
import type { ResponseBudget } from './response-budget.ts';
import { GraphqlRefusal } from './selection.ts';

export interface ReadContext {
  readonly records: Pick<RecordStore, 'list' | 'head' | 'read' | 'totals'>;
  readonly gone: ClientAbort;
  readonly room: ResponseBudget;
}

/** Required values of a record, by index; the first is its ID. */
type Row = readonly string[];

/** Records with the same selected fields. */
interface Nodes {
  readonly rows: readonly Row[];
  readonly fields: readonly RecordField[];
  /** Results for each field that leads to other records. */
  readonly behind: Map<RecordField, Behind>;
}

/** Records behind a field. `nodes` are the records of the next level. */
interface Behind {
  readonly nodes: readonly Nodes[];
  /** Returns a function that builds the field's text for each row. */
  column(reading: ReadContext): Promise<(row: Row) => string>;
}

export async function readOne(
  type: RecordTypeName,
  id: number,
  fields: SelectedFields,
  reading: ReadContext,
): Promise<string> {
  if (id < 1) return 'null';
  const record = await reading.records.read(type, id);
  if (record === undefined) return 'null';
  reading.room.take(record.text.length);
  const nodes = nodesOf([cutterOf(type, fields.places)(record.text)], fields);
  await readBehind([nodes], reading);
  const [text] = await show(nodes, reading);
  return text!;
}

/** Reads a page of records with its selected fields. */
export async function readPage(
  type: RecordTypeName,
  listing: Listing,
  page: PageFields,
  reading: ReadContext,
): Promise<string> {
  const plan = { type, ...listing, count: page.some(({ is }) => is === 'total') };
  const places = placesOf(page);
  if (places === undefined) {
    const head = unwrap(await reading.records.head(plan, reading.gone));
    return showPage(page, { head, shown: [] });
  }
  const { rows, head } = await readRows(plan, places, reading);
  const nodes = nodesOfPage(page, rows, places);
  await readBehind(nodes, reading);
  return showPage(page, { head, shown: await showNodes(nodes, reading) });
}

/**
 * Returns the values to read for a page. Nodes can be selected several times under aliases; the values of all of them
 * are read once.
 */
function placesOf(page: PageFields): FieldIndexes | undefined {
  const wanted = page.flatMap((field) => (field.is === 'nodes' ? [field.fields.places] : []));
  if (wanted.length <= 1) return wanted[0];
  const names = new Set(wanted.flatMap((places) => [...places.keys()]));
  return new Map([...names].map((name, place) => [name, place]));
}

function nodesOf(rows: readonly Row[], { fields }: SelectedFields): Nodes {
  return { rows, fields, behind: new Map() };
}

/** Returns the nodes for each `nodes` field of the page. */
function nodesOfPage(page: PageFields, rows: readonly Row[], places: FieldIndexes): Nodes[] {
  return page.flatMap((field) =>
    field.is === 'nodes' ? [nodesOf(rearranged(rows, places, field.fields.places), field.fields)] : [],
  );
}

function rearranged(rows: readonly Row[], from: FieldIndexes, to: FieldIndexes): readonly Row[] {
  if (from === to) return rows;
  const names = [...to.keys()];
  return rows.map((row) => names.map((name) => row[from.get(name)!]!));
}

interface Shown {
  readonly head: PageHead;
  /** Texts of the records, for each `nodes` field of the page. */
  readonly shown: readonly (readonly string[])[];
}

function showPage(page: PageFields, { head, shown }: Shown): string {
  const texts = shown.values();
  const members = page.map((field) => {
    if (field.is === 'nodes') return `${field.key}[${texts.next().value!.join()}]`;
    if (field.is === 'typename') return `${field.key}"${field.name}"`;
    return `${field.key}${field.is === 'more' ? head.more : head.total}`;
  });
  return `{${members.join()}}`;
}

/** Concurrent reads of one query. More would use up the connections for the account's other requests. */
const READ_AT_ONCE = 4;

/** Reads all that the references of these records lead to, one level after the other. */
async function readBehind(first: readonly Nodes[], reading: ReadContext): Promise<void> {
  for (let level = first.filter(({ rows }) => rows.length > 0); level.length > 0; ) {
    const next: Nodes[] = [];
    const reads = level.flatMap(({ rows, fields, behind }) =>
      fields.filter(leadsOn).map((field) => async () => {
        const found = await readField(field, rows, reading);
        behind.set(field, found);
        next.push(...found.nodes.filter((nodes) => nodes.rows.length > 0));
      }),
    );
    // The workers share one generator: if one throws, it closes for all, and no further read starts.
    const waiting = each(reads);
    const take = async () => {
      for (const read of waiting) await read();
    };
    await Promise.all(Array.from({ length: Math.min(READ_AT_ONCE, reads.length) }, take));
    level = next;
  }
}

function* each<Item>(items: readonly Item[]): Generator<Item> {
  yield* items;
}

function leadsOn(field: RecordField): field is Of<'reference' | 'way back'> {
  return field.is === 'reference' || field.is === 'way back';
}

function readField(field: Of<'reference' | 'way back'>, rows: readonly Row[], reading: ReadContext): Promise<Behind> {
  return field.is === 'reference' ? readReference(field, rows, reading) : readWayBack(field, rows, reading);
}

async function showNodes(nodes: readonly Nodes[], reading: ReadContext): Promise<string[][]> {
  const shown: string[][] = [];
  for (const one of nodes) shown.push(await show(one, reading));
  return shown;
}

/** Returns the JSON text of each record. */
async function show({ rows, fields, behind }: Nodes, reading: ReadContext): Promise<string[]> {
  // Without rows, nothing was read behind them.
  if (rows.length === 0) return [];
  const columns: Column[] = [];
  const forgetColumns = reading.room.parts();
  for (const field of fields) {
    const before = (columns.length === 0 ? '{' : ',') + field.key;
    if (field.is === 'value') columns.push({ before, place: field.place });
    else if (field.is === 'typename') columns.push({ before, of: () => `"${field.name}"` });
    else columns.push({ before, of: await behind.get(field)!.column(reading) });
  }
  const texts: string[] = [];
  forgetColumns();
  for (const row of rows) {
    let text = '';
    for (const { before, place, of } of columns) text += before + (of === undefined ? row[place] : of(row));
    // A record that many others reference is in memory once, but is written for each of them.
    texts.push(reading.room.write(columns.length === 0 ? '{}' : `${text}}`));
    await reading.room.pause();
  }
  return texts;
}

/** Column of a row: one of its values, or a text computed from it. */
type Column = { readonly before: string } & (
  | { readonly place: number; readonly of?: undefined }
  | { readonly place?: undefined; readonly of: (row: Row) => string }
);

type Of<Is extends RecordField['is']> = Extract<RecordField, { is: Is }>;

async function readReference(
  { place, to, fields }: Of<'reference'>,
  rows: readonly Row[],
  reading: ReadContext,
): Promise<Behind> {
  const ids = new Set(rows.map((row) => row[place]!));
  ids.delete('null');
  const plan = planMany(to, [...ids].map(Number));
  const found = ids.size === 0 ? [] : (await readRows(plan, fields.places, reading)).rows;
  const nodes = nodesOf(found, fields);
  return {
    nodes: [nodes],
    async column(reading) {
      const texts = await show(nodes, reading);
      const ofEach = new Map(found.map((row, n) => [row[0]!, texts[n]!]));
      return (row) => ofEach.get(row[place]!) ?? 'null';
    },
  };
}

async function readWayBack(
  { type, field, listing, page }: Of<'way back'>,
  rows: readonly Row[],
  reading: ReadContext,
): Promise<Behind> {
  const ids = [...new Set(rows.map((row) => Number(row[0])))];
  const shownPlaces = placesOf(page);
  const { skip, take } = shownPlaces === undefined ? behindAll(listing) : listing;
  // Reads one more record per parent, to detect whether more follow.
  const plan = planOfEach(type, { ...listing, skip, take: take + 1 }, field, ids);
  const totals = page.some(({ is }) => is === 'total')
    ? unwrap(await reading.records.totals(plan, reading.gone))
    : undefined;
  const wanted = shownPlaces ?? (page.some(({ is }) => is === 'more') ? new Map([['ID', 0]]) : undefined);
  const places = wanted && new Map([...wanted, [field, wanted.get(field) ?? wanted.size]]);
  const found = places === undefined ? [] : (await readRows(plan, places, reading)).rows;
  const ofEach = Map.groupBy(found, (row) => row[places!.get(field)!]!);
  const kept = [...ofEach.values()].flatMap((own) => own.slice(0, take));
  const nodes = places === undefined ? [] : nodesOfPage(page, kept, places);
  const begins = new Map<string, number>();
  let at = 0;
  for (const [id, own] of ofEach) {
    begins.set(id, at);
    at += Math.min(own.length, take);
  }
  return {
    nodes,
    async column(reading) {
      const shown = await showNodes(nodes, reading);
      return ([id]) => {
        const own = ofEach.get(id!) ?? [];
        const from = begins.get(id!) ?? 0;
        const slice = (texts: readonly string[]) => texts.slice(from, from + Math.min(own.length, take));
        const head = { more: own.length > take, total: totals?.get(Number(id)) };
        return showPage(page, { head, shown: shown.map(slice) });
      };
    },
  };
}

/** Returns a listing that starts after the page, for a page of which no records are shown. */
function behindAll({ skip, take }: Listing): Pick<Listing, 'skip' | 'take'> {
  return { skip: Math.min(skip + take, Number.MAX_SAFE_INTEGER), take: 0 };
}

async function readRows(
  plan: ListPlan,
  places: FieldIndexes,
  { records, gone, room }: ReadContext,
): Promise<{ rows: Row[]; head: PageHead }> {
  const page: ListPage = unwrap(await records.list(plan, gone));
  const rows: Row[] = [];
  const cut = cutterOf(plan.type, places);
  await forEachPageLine(
    page.body,
    (line, isWhole) => {
      const values = isWhole ? cut(line) : cut(line).map(detached);
      let length = 0;
      for (const value of values) length += value.length;
      room.take(length);
      rows.push(values);
    },
    room.pause,
  );
  return { rows, head: page };
}

/** Returns a function that extracts values. A record's text has all fields of its type, in their order. */
function cutterOf(type: RecordTypeName, places: FieldIndexes): (text: string) => Row {
  const cut = memberCutter(membersOf(type), places);
  return (text) => {
    const values = cut(text);
    if (values === undefined) throw new Error(`A record of ${type} lacks fields of its type`);
    return values;
  };
}

function membersOf(type: RecordTypeName): readonly KnownMember[] {
  const known = members.get(type);
  if (known !== undefined) return known;
  const made = Object.entries(fieldsOf(recordType(type))).map(([name, field]) => ({ name, nested: !isScalar(field) }));
  members.set(type, made);
  return made;
}
const members = new Map<RecordTypeName, readonly KnownMember[]>();

/** Copies a substring, because a substring keeps the whole text in memory. */
function detached(part: string): string {
  return Buffer.from(part).toString();
}

export function unwrap<Value>(found: Value | Problem): Value {
  if (found instanceof Problem) throw new GraphqlRefusal(found);
  return found;
}
