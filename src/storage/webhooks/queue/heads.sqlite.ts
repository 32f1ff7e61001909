/**
 * Reads the heads of a subscription: the lowest waiting delivery of each record, the oldest heads first. One index seek
 * finds the head of a record, however many deliveries wait behind it. If too many records wait to seek each of them, it
 * scans the waiting deliveries in their order instead. The records of tests are then listed separately, because tests
 * never wait behind other deliveries.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { writeCursor } from '../../../records/log/cursor.ts';
import { chooseProbe } from '../../../webhooks/delivery/lanes/probe.ts';
import type { EndpointOutage } from '../../../webhooks/delivery/settle/outage.ts';
import type { DeliveryCause } from '../../../webhooks/delivery.ts';
import type { DeliveryEvent, Head, Heads, HeadsQuery } from '../../../webhooks/queue.ts';
import type { VersionTextCache } from '../../records/log/version-text-cache.ts';
import { readVersionText } from '../../records/log/versions.sqlite.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { parseSampleEvent } from '../rows.ts';
import type { DeliverySecrets, SubscriptionSecretsRow } from '../subscriptions/subscription-secrets.ts';
import { readPreviousDeliveries } from './previous-delivery.sqlite.ts';
import { readProbeCandidates, readTestHeads } from './probe-candidates.sqlite.ts';
import { type FoundTarget, readTarget } from './target.sqlite.ts';

/** Maximum number of records sought, or deliveries scanned, per read. The read blocks the thread. */
const MAX_ROWS_SCANNED = 500;
const ROWS_PER_QUERY = 64;

/**
 * A head without its event if it is not due. Rows are arrays, because reading a row as an object takes twice as long.
 */
type HeadRow = readonly [
  id: number,
  record: number,
  dueOn: number,
  cause: DeliveryCause,
  webhookId: string,
  attempts: number,
  processedOn: number,
  seq: number | null,
  version: number,
  submitter: string,
  contentHash: string,
  traceparent: string | null,
  text: string | null,
  sample: string | null,
  changedRecord: number,
  createdOn: number,
  waitingSince: number | null,
];

export function readHeads(
  { connection, texts, secretsOf }: SqliteHeadsContext,
  subscription: number,
  wish: HeadsQuery,
  now: number,
): Heads {
  const found = readTarget(connection, secretsOf, subscription);
  if (found === 'gone' || found === 'frozen') return { standing: found };
  const { most, rested, longestPauseMs } = wish;
  const latest = now + (found.target.patienceMs ?? longestPauseMs);
  const search = { connection, subscription, now, latest, rested, most, later: [] };
  if (found.active && found.outage !== null) {
    return whileDown({ connection, texts, secretsOf }, search, found, found.outage, wish.except);
  }
  const named = headsOfRecords(search, wish.records, wish.except);
  const passed = (record: number) => wish.except.has(record) || wish.records.includes(record);
  const others = wish.after === undefined ? NOTHING_FOUND : lookThrough(search, wish.after, passed);
  const due = [...named.due, ...others.due];
  // Each is in order already.
  if (named.due.length > 0 && others.due.length > 0) due.sort(([a], [b]) => a - b);
  const beyond = due.splice(most);
  const place = placeOf(beyond, others);
  const leaving = new Set(due.map(recordOf));
  return {
    standing: found.active ? 'active' : 'inactive',
    target: found.target,
    due: due.flatMap((row) => headOf({ connection, texts, secretsOf }, subscription, found, row) ?? []),
    later: search.later,
    after: place === undefined ? others.after : place,
    left: [
      ...beyond.filter((row) => place === undefined || named.due.includes(row)).map(recordOf),
      ...named.left,
      ...others.left.filter((record) => !leaving.has(record)),
    ],
  };
}

/**
 * Returns the probe of an endpoint that is down: one head at most. While another attempt is in progress, only a test
 * may be sent, because a user waits for its result. If a test is returned, more tests may follow.
 */
function whileDown(
  context: SqliteHeadsContext,
  search: Search,
  found: FoundTarget,
  outage: EndpointOutage,
  out: HeadsQuery['except'],
): Heads {
  const { connection, subscription, now } = search;
  const nothing = { standing: 'active', target: found.target, later: [], after: undefined, left: [] } as const;
  const { record } = outage;
  const heads = out.size > 0 ? readTestHeads(connection, subscription) : readProbeCandidates(connection, subscription);
  for (let candidates = heads.filter((one) => !out.has(one.record)); ; ) {
    const { probe, inMs } = chooseProbe(candidates, outage, found.target.patienceMs!, now);
    if (probe === undefined) return { ...nothing, due: [], down: { inMs, record } };
    const row = headOfRecord({ ...search, rested: new Set([probe.record]) }, probe.record);
    const head = row && headOf(context, subscription, found, row);
    const after = probe.cause === 'test' ? 0 : undefined;
    if (head !== undefined) return { ...nothing, due: [head], after, down: { inMs: undefined, record } };
    candidates = candidates.filter((one) => one !== probe);
  }
}

export interface SqliteHeadsContext {
  readonly connection: SqliteConnection;
  readonly texts: VersionTextCache;
  readonly secretsOf: (row: SubscriptionSecretsRow) => DeliverySecrets;
}

function textOf(
  { connection, texts }: SqliteHeadsContext,
  ...of: [number, RecordTypeName, number, number]
): string | undefined {
  const known = texts.get(...of);
  if (known !== undefined) return known;
  const text = readVersionText(connection, ...of);
  if (text !== undefined) texts.keep(...of, text);
  return text;
}

interface Search {
  readonly connection: SqliteConnection;
  readonly subscription: number;
  readonly now: number;
  /** The latest time at which a delivery can be due. A later due time was written before the clock was set back. */
  readonly latest: number;
  /** Records whose pause is over, whatever their due time. */
  readonly rested: ReadonlySet<number>;
  readonly most: number;
  /** Collects the heads that are not due. */
  readonly later: { record: number; inMs: number }[];
}

interface Found {
  readonly due: readonly HeadRow[];
  readonly left: readonly number[];
  readonly after: number | undefined;
}

const NOTHING_FOUND: Found = { due: [], left: [], after: undefined };

/** Returns the place where the scan must continue if it found more heads than requested. */
function placeOf(beyond: readonly HeadRow[], { due, after }: Found): number | undefined {
  const first = after === undefined ? undefined : beyond.find((row) => due.includes(row));
  return first && first[0] - 1;
}

function headsOfRecords(search: Search, records: readonly number[], except: HeadsQuery['except']): Found {
  const due: HeadRow[] = [];
  let at = 0;
  for (; at < records.length && due.length < search.most; at++) {
    if (!except.has(records[at]!)) take(search, due, headOfRecord(search, records[at]!));
  }
  return { due, left: records.slice(at), after: undefined };
}

function lookThrough(search: Search, after: number, passed: (record: number) => boolean): Found {
  if (after > 0) return walk(search, after, passed);
  const sought = seekAll(search);
  if (sought !== undefined) return oldestOf(search, sought, passed);
  // Somebody waits for them, and it may be long until they are come to.
  const tests = readTestHeads(search.connection, search.subscription).map(({ record }) => record);
  return { ...walk(search, after, passed), left: tests.filter((record) => !passed(record)).reverse() };
}

/** Returns the head of every record, or undefined if there are too many records. */
function seekAll({ connection, subscription }: Search): [id: number, record: number][] | undefined {
  const seek = arraysOf(connection.prepare(NEXT_RECORD));
  const sought: [number, number][] = [];
  for (let record = 0; ; record = sought.at(-1)![1]) {
    const next = seek.get(subscription, record) as [number, number] | undefined;
    if (next === undefined) return sought;
    if (sought.push(next) > MAX_ROWS_SCANNED) return undefined;
  }
}

function oldestOf(search: Search, sought: [number, number][], passed: (record: number) => boolean): Found {
  const inOrder = sought.filter(([, record]) => !passed(record)).sort(([a], [b]) => a - b);
  const due: HeadRow[] = [];
  let at = 0;
  for (; at < inOrder.length && due.length < search.most; at++) {
    take(search, due, headOfRecord(search, inOrder[at]![1]));
  }
  return { due, left: inOrder.slice(at).map(([, record]) => record), after: undefined };
}

/** Scans the waiting deliveries, oldest first, and skips those that wait behind another of their record. */
function walk(search: Search, from: number, passed: (record: number) => boolean): Found {
  const next = arraysOf(search.connection.prepare(NEXT_IN_ORDER));
  const due: HeadRow[] = [];
  let after = from;
  // Mostly every row is the head of its record: no more of them are read than are asked for, unless many turn out to be passed over.
  let atOnce = Math.max(1, Math.min(search.most, ROWS_PER_QUERY));
  for (let looked = 0; looked < MAX_ROWS_SCANNED; looked += atOnce, atOnce = Math.min(2 * atOnce, ROWS_PER_QUERY)) {
    const { subscription, now, latest } = search;
    const rows = next.all(subscription, after, now, latest, atOnce) as [...HeadRow, isHead: number][];
    for (const row of rows) {
      const [id, record] = row;
      if (row.at(-1) === 1 && !passed(record)) take(search, due, row as unknown as HeadRow);
      after = id;
      if (due.length === search.most) return { due, left: [], after };
    }
    if (rows.length < atOnce) return { due, left: [], after: undefined };
  }
  return { due, left: [], after };
}

function headOfRecord({ connection, subscription, now, latest, rested }: Search, record: number): HeadRow | undefined {
  const read = arraysOf(connection.prepare(HEAD_OF_RECORD));
  return read.get(subscription, record, now, latest, rested.has(record) ? 1 : 0) as HeadRow | undefined;
}

function take(search: Search, due: HeadRow[], row: HeadRow | undefined): void {
  if (row === undefined) return;
  const [, record, dueOn] = row;
  if (isDue(search, row)) due.push(row);
  else search.later.push({ record, inMs: dueOn - search.now });
}

/**
 * True if the delivery is due. A delivery that was never tried is always due, and so is one whose due time is further
 * ahead than the longest pause.
 */
function isDue({ now, latest, rested }: Search, [, record, dueOn, , , attempts]: HeadRow): boolean {
  return attempts === 0 || dueOn <= now || dueOn > latest || rested.has(record);
}

function recordOf(row: HeadRow): number {
  return row[1];
}

const COLUMNS = `d.id, d.record_id, d.due_on, d.cause, d.webhook_id, d.attempts,
    d.processed_on, c.seq, c.version, c.submitter, c.content_hash, c.traceparent, c.text, d.sample,
    c.record_id, d.created_on, d.waiting_since`;
/** ?3 now, ?4 the latest possible due time. The same condition as `isDue`. */
const IS_DUE = 'd.attempts = 0 OR d.due_on <= ?3 OR d.due_on > ?4';
const WAITING = `FROM deliveries AS d INDEXED BY deliveries_waiting`;
const HEAD_OF_RECORD = `SELECT ${COLUMNS} ${WAITING}
  LEFT JOIN changes AS c ON c.seq = d.change_seq AND (${IS_DUE} OR ?5)
  WHERE d.state = 'waiting' AND d.subscription = ?1 AND d.record_id = ?2 ORDER BY d.id LIMIT 1`;
const NEXT_RECORD = `SELECT d.id, d.record_id ${WAITING}
  WHERE d.state = 'waiting' AND d.subscription = ?1 AND d.record_id > ?2 ORDER BY d.record_id, d.id LIMIT 1`;
/** Columns that the inner query reads. It skips the log, which is long after many attempts. */
const OF_DELIVERY = [...new Set(COLUMNS.match(/\bd\.\w+/g)), 'd.change_seq'].join(', ');
const NEXT_IN_ORDER = `SELECT ${COLUMNS}, d.is_head FROM (
    SELECT ${OF_DELIVERY}, NOT EXISTS (SELECT 1 FROM deliveries AS e INDEXED BY deliveries_waiting
      WHERE e.state = 'waiting' AND e.subscription = ?1 AND e.record_id = d.record_id AND e.id < d.id) AS is_head
    FROM deliveries AS d INDEXED BY deliveries_in_order
    WHERE d.state = 'waiting' AND d.subscription = ?1 AND d.id > ?2 ORDER BY d.id LIMIT ?5
  ) AS d LEFT JOIN changes AS c ON c.seq = d.change_seq AND (${IS_DUE}) AND d.is_head ORDER BY d.id`;

/**
 * Completes a head with its event. Returns undefined without an event, and the delivery stays in the queue; only
 * damaged data causes this, and the integrity check finds it.
 */
function headOf(context: SqliteHeadsContext, subscription: number, found: FoundTarget, row: HeadRow): Head | undefined {
  const [delivery, record, , cause, webhookId, attempts] = row;
  const event = eventOf(context, found, row);
  if (event === undefined) return undefined;
  const mayRepeat = cause === 'event' && attempts === 0;
  const before = mayRepeat ? readPreviousDeliveries(context.connection, subscription, record, delivery) : [];
  const [createdOn, waitingSince] = [row[15], row[16]];
  const probe = found.outage !== null;
  return {
    delivery,
    record,
    cause,
    webhookId,
    attempt: attempts + 1,
    createdOn,
    waitingSince,
    probe,
    ...event,
    before,
  };
}

function eventOf(
  context: SqliteHeadsContext,
  { account, log, target }: FoundTarget,
  row: HeadRow,
): DeliveryEvent | undefined {
  const [, , , , , , processedOn, seq, version, submitter, contentHash, traceparent, kept, sample, record] = row;
  if (sample !== null) return parseSampleEvent(sample, processedOn);
  if (seq === null) return undefined;
  const text = kept ?? textOf(context, account, target.entityType, record, version);
  const change = writeCursor({ log, seq });
  return { text, submitter, processedOn, contentHash, traceparent: traceparent ?? undefined, change };
}

function arraysOf(statement: StatementSync): {
  get(...values: SQLInputValue[]): unknown;
  all(...values: SQLInputValue[]): unknown;
} {
  statement.setReturnArrays(true);
  return statement;
}
