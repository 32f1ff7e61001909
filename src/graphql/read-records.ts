/**
 * Records and what lies behind their references, level by level: however many records a level has, each reference of it is one list, and
 * each way back another. Values are never parsed: they are passed on as they stand in the record's text.
 */
import type { RecordTypeName } from '../catalogue/index.ts';
import type { Gone } from '../kernel/gone.ts';
import { valuesOf } from '../kernel/json-members.ts';
import { Problem } from '../problems.ts';
import type { Listing, ListPlan } from '../records/list/plan.ts';
import { planMany, planOfEach } from '../records/list/related.ts';
import type { ListPage, PageHead, RecordStore } from '../records/store.ts';
import type { PageFields, RecordField, RecordFields } from './compile.ts';
import { eachLine } from './page-lines.ts';
import type { Room } from './room.ts';
import { Refused } from './selection.ts';

export interface Reading {
  readonly records: Pick<RecordStore, 'list' | 'head' | 'read' | 'totals'>;
  readonly gone: Gone;
  readonly room: Room;
}

/** The values of a record that are needed, at their places; the first is its ID. */
type Row = readonly string[];

export async function readOne(
  type: RecordTypeName,
  id: number,
  fields: RecordFields,
  reading: Reading,
): Promise<string> {
  if (id < 1) return 'null';
  const record = await reading.records.read(type, id);
  if (record === undefined) return 'null';
  reading.room.take(record.text.length);
  const [text] = await show([valuesOf(record.text, fields.places)], fields, reading);
  return text!;
}

/** A page of records, and what is asked about it. */
export async function readPage(
  type: RecordTypeName,
  listing: Listing,
  page: PageFields,
  reading: Reading,
): Promise<string> {
  const plan = { type, ...listing, count: page.some(({ is }) => is === 'total') };
  const places = placesOf(page);
  if (places === undefined) {
    const head = expect(await reading.records.head(plan, reading.gone));
    return showPage(page, { head, shown: [] });
  }
  const { rows, head } = await readRows(plan, places, reading);
  return showPage(page, { head, shown: await showNodes(page, rows, places, reading) });
}

/** Nodes may be asked for more than once, under several names: what all of them need is read once. */
function placesOf(page: PageFields): ReadonlyMap<string, number> | undefined {
  const wanted = page.flatMap((field) => (field.is === 'nodes' ? [field.fields.places] : []));
  if (wanted.length <= 1) return wanted[0];
  const names = new Set(wanted.flatMap((places) => [...places.keys()]));
  return new Map([...names].map((name, place) => [name, place]));
}

/** For each field of the page that is nodes, the texts of the rows. */
async function showNodes(
  page: PageFields,
  rows: readonly Row[],
  places: ReadonlyMap<string, number>,
  reading: Reading,
): Promise<readonly (readonly string[])[]> {
  const shown: (readonly string[])[] = [];
  for (const field of page) {
    if (field.is !== 'nodes') shown.push([]);
    else shown.push(await show(rearranged(rows, places, field.fields.places), field.fields, reading));
  }
  return shown;
}

function rearranged(
  rows: readonly Row[],
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
): readonly Row[] {
  if (from === to) return rows;
  const names = [...to.keys()];
  return rows.map((row) => names.map((name) => row[from.get(name)!]!));
}

interface Shown {
  readonly head: PageHead;
  /** Of each field of the page. */
  readonly shown: readonly (readonly string[])[];
}

function showPage(page: PageFields, { head, shown }: Shown): string {
  const members = page.map((field, n) => {
    if (field.is === 'nodes') return `${field.key}[${shown[n]!.join()}]`;
    if (field.is === 'typename') return `${field.key}"${field.name}"`;
    return `${field.key}${field.is === 'more' ? head.more : head.total}`;
  });
  return `{${members.join()}}`;
}

/** The JSON text of each of the records. */
async function show(rows: readonly Row[], { fields }: RecordFields, reading: Reading): Promise<string[]> {
  const columns: Column[] = [];
  for (const field of fields) columns.push({ key: field.key, of: await columnOf(field, rows, reading) });
  const texts: string[] = [];
  let length = 0;
  for (let n = 0; n < rows.length; n++) {
    let text = '{';
    for (let at = 0; at < columns.length; at++) {
      const { key, of } = columns[at]!;
      text += (at === 0 ? key : `,${key}`) + of(rows[n]!, n);
    }
    texts.push(`${text}}`);
    length += text.length;
    // What many refer to is there once, and is written for each of them.
    reading.room.fits(length);
    if (n % 32 === 31) await reading.room.pause();
  }
  return texts;
}

interface Column {
  readonly key: string;
  readonly of: (row: Row, n: number) => string;
}

/** What a field is for each of the rows; for what lies behind a reference, all of it is read first. */
async function columnOf(field: RecordField, rows: readonly Row[], reading: Reading): Promise<Column['of']> {
  switch (field.is) {
    case 'value':
      return (row) => row[field.place]!;
    case 'typename':
      return () => `"${field.name}"`;
    case 'reference': {
      const texts = await behind(field, rows, reading);
      return (row) => texts.get(row[field.place]!) ?? 'null';
    }
    case 'way back': {
      const pages = await leadingTo(field, rows, reading);
      return (row) => pages(row[0]!);
    }
  }
}

type Of<Is extends RecordField['is']> = Extract<RecordField, { is: Is }>;

async function behind(
  { place, to, fields }: Of<'reference'>,
  rows: readonly Row[],
  reading: Reading,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.map((row) => row[place]!));
  ids.delete('null');
  if (ids.size === 0) return new Map();
  const found = await readRows(planMany(to, [...ids].map(Number)), fields.places, reading);
  const texts = await show(found.rows, fields, reading);
  return new Map(found.rows.map((row, n) => [row[0]!, texts[n]!]));
}

async function leadingTo(
  { type, field, listing, page }: Of<'way back'>,
  rows: readonly Row[],
  reading: Reading,
): Promise<(id: string) => string> {
  const ids = [...new Set(rows.map((row) => Number(row[0])))];
  if (ids.length === 0) return () => 'null';
  // One more of each, which tells whether more follow.
  const plan = planOfEach(type, { ...listing, take: listing.take + 1 }, field, ids);
  const totals = page.some(({ is }) => is === 'total')
    ? expect(await reading.records.totals(plan, reading.gone))
    : undefined;
  const wanted = placesOf(page) ?? (page.some(({ is }) => is === 'more') ? new Map([['ID', 0]]) : undefined);
  const places = wanted && new Map([...wanted, [field, wanted.get(field) ?? wanted.size]]);
  const found = places === undefined ? [] : (await readRows(plan, places, reading)).rows;
  const ofEach = Map.groupBy(found, (row) => row[places!.get(field)!]!);
  const kept = [...ofEach.values()].flatMap((own) => own.slice(0, listing.take));
  const shown = places === undefined ? [] : await showNodes(page, kept, places, reading);
  const begins = new Map<string, number>();
  let at = 0;
  for (const [id, own] of ofEach) {
    begins.set(id, at);
    at += Math.min(own.length, listing.take);
  }
  return (id) => {
    const own = ofEach.get(id) ?? [];
    const from = begins.get(id) ?? 0;
    const slice = (texts: readonly string[]) => texts.slice(from, from + Math.min(own.length, listing.take));
    const head = { more: own.length > listing.take, total: totals?.get(Number(id)) };
    return showPage(page, { head, shown: shown.map(slice) });
  };
}

async function readRows(
  plan: ListPlan,
  places: ReadonlyMap<string, number>,
  { records, gone, room }: Reading,
): Promise<{ rows: Row[]; head: PageHead }> {
  const page: ListPage = expect(await records.list(plan, gone));
  const rows: Row[] = [];
  await eachLine(
    page.body,
    (line, isWhole) => {
      const values = valuesOf(line, places);
      const own = isWhole ? values : values.map(detached);
      for (const value of own) room.take(value.length);
      rows.push(own);
    },
    () => room.pause(),
  );
  return { rows, head: page };
}

/** A part of a text keeps the whole of it in memory; a copy does not. */
function detached(part: string): string {
  return Buffer.from(part).toString();
}

export function expect<Value>(found: Value | Problem): Value {
  if (found instanceof Problem) throw new Refused(found);
  return found;
}
