/**
 * Timeline of an asset as one list, newest first. Merges work orders, forms and purchase orders with status and meter
 * changes from the change log. Each page starts where the previous one ended, even if entries are added in between.
 */
import type { Json } from '../lib/json.ts';
import { formatTimestamp, parseDate } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { cutPage } from '../records/lists/cut-page.ts';
import { didYouMean } from '../records/lists/faults.ts';
import { readParameters, refusedParameter } from '../records/lists/parameters.ts';
import { planMany } from '../records/lists/related.ts';
import type { ChangeLog } from '../records/log/store.ts';
import type { ListPage, RecordFields, RecordStore } from '../records/store.ts';
import { readTime } from './asked.ts';
import { type AssetStore, happeningKinds, type TimelineEvent, type TimelineEventKind } from './store.ts';
import { knownZone, localDay, startOfDay } from './weeks.ts';

const changeKinds = { Status: 'AssetStatusID', Meter: 'MeterValue' } as const;
type ChangeKind = keyof typeof changeKinds;
const kinds = [...happeningKinds, ...(Object.keys(changeKinds) as ChangeKind[])];
type Kind = (typeof kinds)[number];

export interface TimelineParts {
  readonly assets: AssetStore;
  readonly log: ChangeLog;
  readonly records: RecordStore;
  readonly gone: AbortSignal | undefined;
}

export interface TimelineQuery {
  readonly kinds: readonly Kind[];
  readonly take: number;
  readonly until: number;
  readonly behind: Place | undefined;
}

/** Cursor of a page: the last record shown and the last asset version shown. */
interface Place {
  readonly happening: TimelineEvent | undefined;
  readonly version: number | undefined;
}

/** Maximum entries of one page. */
export const MAX = 100;
const DEFAULT = 25;

/** Parameters that filter a timeline, as opposed to the paging parameters. */
const narrowing = ['kinds', 'until', 'tz'];
const paging = ['take', 'after'];

/** `kinds=WorkOrders,Status`, `until` an instant or a whole day in the zone `tz`, `after` as `next` of the page before said. */
export function readTimelineAsked(query: string, { whole = false } = {}): TimelineQuery | Problem {
  const given = readParameters(query, whole ? narrowing : [...narrowing, ...paging]);
  if (given instanceof Problem) return given;
  const named = given.get('kinds')?.split(',') ?? kinds;
  const stray = named.find((one) => !kinds.includes(one as Kind));
  if (stray !== undefined) {
    return refusedParameter('kinds', `Write some of ${kinds.join(', ')}.${didYouMean(stray, kinds)}`);
  }
  const take = given.get('take') ?? String(DEFAULT);
  if (!/^[1-9]\d{0,2}$/.test(take) || Number(take) > MAX) {
    return refusedParameter('take', `Write a whole number from 1 to ${MAX}.`);
  }
  const timeZone = knownZone(given.get('tz') ?? 'UTC');
  if (timeZone === undefined) return refusedParameter('tz', 'Write a time zone, such as Europe/Berlin.');
  const until = readUntil(given.get('until'), timeZone);
  if (until === undefined) return refusedParameter('until', 'Write a day, as 2026-01-31, or a timestamp.');
  const after = given.get('after');
  const behind = after === undefined ? undefined : readPlace(after);
  if (after !== undefined && behind === undefined) {
    return refusedParameter('after', 'Write what `next` of the page before said.');
  }
  return { kinds: named as Kind[], take: Number(take), until: until, behind };
}

/** Parses the upper limit. A day counts to its end. */
function readUntil(text: string | undefined, timeZone: string): number | undefined {
  if (text === undefined) return Number.MAX_SAFE_INTEGER;
  const time = readTime(text, timeZone);
  if (time === undefined || parseDate(text) === undefined) return time;
  const { day, ...month } = localDay(time, timeZone);
  return startOfDay({ ...month, day: day + 1 }, timeZone) - 1;
}

interface Entry {
  readonly on: number;
  readonly shown: TimelineEntry | TimelineChange;
  /** Part of the cursor that this entry advances. */
  readonly place: Partial<Place>;
}

/** Timeline entry from a record, with the fields that its line shows. */
export interface TimelineEntry {
  readonly kind: TimelineEventKind;
  readonly id: number;
  readonly [field: string]: Json;
}

/** Timeline entry from the change log. */
export interface TimelineChange {
  readonly kind: 'Created' | 'Changed';
  readonly version: number;
  readonly by: LogEntry['by'];
  readonly changes: readonly { readonly what: ChangeKind; readonly from: Json; readonly to: Json }[];
}

export interface TimelinePage {
  readonly entries: readonly (Readonly<{ on: string }> & (TimelineEntry | TimelineChange))[];
  /** Cursor of the next page; null if this page is the last. */
  readonly next: Place | null;
}

export async function timelinePage(
  parts: TimelineParts,
  assetID: number,
  asked: TimelineQuery,
): Promise<TimelinePage | Problem> {
  const told = await toldByRecords(parts, assetID, asked);
  if (told instanceof Problem) return told;
  const logged = await toldByLog(parts, assetID, asked);
  if (logged instanceof Problem) return logged;
  const all = [...told, ...logged].sort((a, b) => b.on - a.on);
  const page = all.slice(0, asked.take);
  const begun = asked.behind ?? { happening: undefined, version: undefined };
  const place: Place = Object.assign({}, begun, ...page.map((entry) => entry.place));
  const entries = page.map(({ on, shown }) => ({ on: formatTimestamp(on), ...shown }));
  return { entries, next: all.length > page.length ? place : null };
}

export async function timeline(parts: TimelineParts, assetID: number, asked: TimelineQuery): Promise<string | Problem> {
  const page = await timelinePage(parts, assetID, asked);
  if (page instanceof Problem) return page;
  const { entries, next } = page;
  return JSON.stringify({ entries, next: next && writePlace(next) });
}

async function toldByRecords(
  { assets, records, gone }: TimelineParts,
  assetID: number,
  { kinds, until, behind, take }: TimelineQuery,
): Promise<Entry[] | Problem> {
  const wanted = happeningKinds.filter((kind) => kinds.includes(kind));
  const asked = { assetID, kinds: wanted, until, behind: behind?.happening, most: take + 1 };
  const found = await assets.happenings(asked, gone);
  if (found instanceof Problem) return found;
  const fields = await recordsOf(records, found, gone);
  if (fields instanceof Problem) return fields;
  return found.map((happening) => {
    const known = fields.get(`${happening.kind} ${happening.id}`) ?? {};
    const shown = Object.fromEntries(telling[happening.kind].map((field) => [field, known[field] ?? null]));
    return { on: happening.on, shown: { kind: happening.kind, id: happening.id, ...shown }, place: { happening } };
  });
}

/** Loads the records of all entries, with one list query per kind. */
async function recordsOf(
  records: RecordStore,
  found: readonly TimelineEvent[],
  gone: AbortSignal | undefined,
): Promise<Map<string, RecordFields> | Problem> {
  const all = new Map<string, RecordFields>();
  for (const [kind, some] of Map.groupBy(found, ({ kind }) => kind)) {
    const ids = some.map(({ id }) => id);
    const page = await records.list(planMany(kind, ids), gone && (() => gone));
    if (page instanceof Problem) return page;
    for (const record of await readPage(cutPage(page.body, ['ID', ...telling[kind]])))
      all.set(`${kind} ${record.ID}`, record);
  }
  return all;
}

async function readPage(body: ListPage['body']): Promise<RecordFields[]> {
  if (typeof body === 'string') return JSON.parse(body);
  if (body instanceof Uint8Array) return JSON.parse(Buffer.from(body).toString());
  let text = '';
  for await (const piece of body) text += piece;
  return JSON.parse(text);
}

/** Fields that the line of a record shows, by kind. */
const telling: Record<TimelineEventKind, readonly string[]> = {
  WorkOrders: ['Number', 'Name', 'Status', 'Type', 'Priority', 'DueOn', 'CompletedOn', 'TotalCost'],
  Forms: ['Number', 'Name', 'Status', 'Passed', 'FlaggedCount', 'SubmittedOn'],
  PurchaseOrders: ['Number', 'Name', 'Status', 'VendorID', 'WorkOrderID', 'Total', 'Currency'],
};

interface LogEntry {
  readonly version: number;
  readonly on: string;
  readonly by: { readonly name: string | null; readonly email: string };
  readonly changed: readonly { readonly field: string; readonly from?: Json; readonly to?: Json }[] | null;
}

async function toldByLog(
  { log, gone }: TimelineParts,
  assetID: number,
  { kinds, until, behind, take }: TimelineQuery,
): Promise<Entry[] | Problem> {
  const wanted = (Object.keys(changeKinds) as ChangeKind[]).filter((kind) => kinds.includes(kind));
  if (wanted.length === 0) return [];
  const listing = {
    where: [
      ...(until === Number.MAX_SAFE_INTEGER ? [] : [{ field: 'on', anyOf: [{ op: 'le' as const, value: until }] }]),
      ...(behind?.version === undefined
        ? []
        : [{ field: 'version', anyOf: [{ op: 'lt' as const, value: behind.version }] }]),
    ],
    order: [{ field: 'version', descending: true }],
    skip: 0,
    take: take + 1,
    count: false,
    changedFields: wanted.map((kind) => changeKinds[kind]),
  };
  const page = await log.history('Assets', assetID, listing, gone);
  if (page instanceof Problem) return page;
  let text = '';
  for await (const piece of page.body) text += piece;
  return (JSON.parse(text) as LogEntry[]).map(({ version, on, by, changed }) => {
    const of = (kind: ChangeKind) => changed?.find(({ field }) => field === changeKinds[kind]);
    const changes = wanted.flatMap((kind) => {
      const change = of(kind);
      return change === undefined ? [] : [{ what: kind, from: change.from ?? null, to: change.to ?? null }];
    });
    const shown = { kind: version === 1 ? ('Created' as const) : ('Changed' as const), version, by, changes };
    return { on: Date.parse(on), shown, place: { version } };
  });
}

/** Serialises the cursor as `<on>.<kind>.<id>.<version>`; unknown parts are empty. */
function writePlace({ happening, version }: Place): string {
  const told = happening === undefined ? ['', '', ''] : [happening.on, happening.kind, happening.id];
  return [...told, version ?? ''].join('.');
}

function readPlace(text: string): Place | undefined {
  const match = /^(?:(-?\d{1,15})\.(\w+)\.(\d{1,15})|\.\.)\.(\d{1,15})?$/.exec(text);
  if (match === null) return undefined;
  const [, on, kind, id, version] = match;
  if (kind !== undefined && !happeningKinds.includes(kind as TimelineEventKind)) return undefined;
  return {
    happening: kind === undefined ? undefined : { on: Number(on), kind: kind as TimelineEventKind, id: Number(id) },
    version: version === undefined ? undefined : Number(version),
  };
}
