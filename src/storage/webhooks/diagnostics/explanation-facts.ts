/** Reads the changes of one record and the results of their deliveries to one subscription, mostly through indexes. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import { valuesIn } from '../../../records/log/delta.ts';
import { bookkeeping } from '../../../records/writes/changed.ts';
import type { Delivery } from '../../../webhooks/delivery.ts';
import {
  type ExplanationFacts,
  type ExplanationQuery,
  MAX_EXPLAINED_CHANGES,
  type PastChange,
  type SentDelivery,
} from '../../../webhooks/diagnostics/store.ts';
import { parseActions } from '../../records/log/change-rows.ts';
import { SqlParameters, withoutIndexSql } from '../../sql/dialect.ts';
import { outageOf } from '../queue/settle.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryOf, type SubscriptionRow, subscriptionOf } from '../rows.ts';
import { type PeriodRow, periodOf } from '../subscriptions/active-periods.ts';
import { type DiagnosticsSource, tableWithIndexHint } from './source.ts';

/** Maximum number of a record's newest changes that are examined to find those in the requested time span. */
const MAX_CHANGES_SCANNED = 5_000;

interface ChangeRow {
  readonly seq: number;
  readonly version: number;
  readonly committed_on: number;
  readonly by_kind: string;
  readonly by_id: string | null;
  readonly by_name: string | null;
  readonly submitter: string;
  readonly events: string;
  readonly filter_value: number | null;
  readonly before: string | null;
}
const CHANGE_COLUMNS = `seq, version, committed_on, by_kind, by_id, by_name, submitter, events, filter_value, before`;

type SentRow = DeliveryRow & { readonly change_seq: number };
const SENT_COLUMNS = `change_seq, ${DELIVERY_COLUMNS}`;

export async function readExplanationFacts(
  source: DiagnosticsSource,
  account: number,
  row: SubscriptionRow,
  about: ExplanationQuery,
  gone: AbortSignal | undefined,
): Promise<ExplanationFacts | Problem | undefined> {
  const subscription = subscriptionOf(source.seals, row);
  const type = subscription.entityType;
  const named = 'webhookId' in about ? await sentUnder(source, row.key, about.webhookId, gone) : undefined;
  if (named instanceof Problem) return named;
  if ('webhookId' in about && named === undefined) return undefined;
  const recordID = 'recordID' in about ? about.recordID : named!.record_id;
  const record = { account, type, recordID };
  const found =
    'recordID' in about ? await changesOf(source, record, about) : await changeOf(source, record, named!.change_seq);
  const [last] = found.length > 0 ? found : await changesOf(source, record, ALL_TIME, 1);
  const isAlone = found.length === 0;
  const rows = isAlone ? (named ? [named] : []) : await newestOf(source, row.key, found);
  // As they are now, like the deliveries: what arrived before may take a reader seconds, and what waits goes on meanwhile.
  const standing = {
    periods: await periodsOf(source, row.key),
    head: await headOf(source, row.key, recordID),
    frozen: await isFrozen(source, account),
  };
  const repeated = await settledOn(source, row.key, rows);
  const before = isAlone ? [] : await arrivedBefore(source, rows, gone);
  if (before instanceof Problem) return before;
  const sent = sentOf(rows, repeated, before);
  const bySeq = new Map(sent.map((one) => [one.seq, one.fact]));
  const changes = found.map((change) => pastChange(change, bySeq.get(change.seq)));
  return {
    subscription,
    ...standing,
    recordID,
    changes,
    last: last && pastChange(last, undefined),
    alone: isAlone ? sent[0]?.fact : undefined,
    down: downFor(row, recordID),
  };
}

/**
 * Returns the outage if it delays deliveries of this record. While only one record has failed, deliveries of the others
 * do not wait.
 */
function downFor(row: SubscriptionRow, recordID: number): ExplanationFacts['down'] {
  const outage = row.active ? outageOf(row) : null;
  return outage !== null && (outage.record ?? recordID) === recordID ? outage : null;
}

async function isFrozen({ dialect, quick }: DiagnosticsSource, account: number): Promise<boolean> {
  const parameters = new SqlParameters(dialect);
  const text = `SELECT frozen FROM accounts WHERE key = ${parameters.add(account)}`;
  const [row] = await quick<{ frozen: boolean | number }>({ text, values: parameters.values });
  return Boolean(row?.frozen);
}

interface OfRecord {
  readonly account: number;
  readonly type: RecordTypeName;
  readonly recordID: number;
}

const ALL_TIME = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Returns the changes of a record in a time span, the newest first. */
function changesOf(
  { dialect, quick }: DiagnosticsSource,
  { account, type, recordID }: OfRecord,
  { from, to }: { from: number; to: number },
  most = MAX_EXPLAINED_CHANGES,
): Promise<readonly ChangeRow[]> {
  const parameters = new SqlParameters(dialect);
  // What a change holds may be long: it is read of those alone that are given.
  const looked = `SELECT c.seq, c.version, c.committed_on FROM ${tableWithIndexHint(dialect, 'changes', 'c', 'changes_by_record')}
    WHERE c.account = ${parameters.add(account)} AND c.type = ${parameters.add(type)} AND c.record_id = ${parameters.add(recordID)}
    ORDER BY c.version DESC LIMIT ${MAX_CHANGES_SCANNED}`;
  const chosen = `SELECT t.seq FROM (${looked}) AS t
    WHERE t.committed_on >= ${parameters.add(from)} AND t.committed_on <= ${parameters.add(to)}
    ORDER BY t.version DESC LIMIT ${parameters.add(most)}`;
  const columns = CHANGE_COLUMNS.replace(/\w+/g, 'e.$&');
  const text = `SELECT ${columns} FROM (${chosen}) AS f JOIN changes AS e ON e.seq = f.seq ORDER BY e.version DESC`;
  return quick<ChangeRow>({ text, values: parameters.values });
}

function changeOf({ dialect, quick }: DiagnosticsSource, { account, type }: OfRecord, seq: number) {
  const parameters = new SqlParameters(dialect);
  const text = `SELECT ${CHANGE_COLUMNS} FROM changes AS c
    WHERE c.seq = ${parameters.add(seq)} AND c.account = ${parameters.add(account)} AND c.type = ${parameters.add(type)}`;
  return quick<ChangeRow>({ text, values: parameters.values });
}

/**
 * Returns the newest delivery with this `webhook-id`. No index contains the id, so this reads through the log as a slow
 * query.
 */
async function sentUnder(
  source: DiagnosticsSource,
  subscription: number,
  webhookId: string,
  gone: AbortSignal | undefined,
): Promise<SentRow | Problem | undefined> {
  const parameters = new SqlParameters(source.dialect);
  const watched = source.dialect.watched?.('d.id', 64);
  const text = `SELECT ${SENT_COLUMNS} FROM ${tableWithIndexHint(source.dialect, 'deliveries', 'd', 'deliveries_by_subscription')}
    WHERE ${watched ? `${watched} AND ` : ''}d.subscription = ${parameters.add(subscription)} AND d.webhook_id = ${parameters.add(webhookId)}
    ORDER BY d.id DESC LIMIT 1`;
  const columns = SENT_COLUMNS.split(',').map((name) => name.trim());
  const found = await source.slow<SentRow>({ text, values: parameters.values }, columns, gone);
  return found instanceof Problem ? found : found[0];
}

/**
 * Combines deliveries with the time when the delivery that they repeat was settled, and with the delivery that arrived
 * before them.
 */
function sentOf(
  rows: readonly SentRow[],
  repeated: ReadonlyMap<number, number>,
  before: readonly SentRow[],
): { seq: number; fact: SentDelivery }[] {
  const arrived = new Map(before.map((row) => [row.change_seq, deliveryOf(row)]));
  return rows.map((row) => {
    const delivery: Delivery = deliveryOf(row);
    const repeatedOn = repeated.get(delivery.repeats ?? 0) ?? null;
    return { seq: row.change_seq, fact: { delivery, repeatedOn, arrived: arrived.get(row.change_seq) ?? null } };
  });
}

/**
 * Returns for each change its newest delivery to the subscription. On SQLite this reads only the end of an index,
 * however many deliveries there are.
 */
function newestOf({ dialect, quick }: DiagnosticsSource, subscription: number, changes: readonly ChangeRow[]) {
  const parameters = new SqlParameters(dialect);
  const newest = `SELECT (SELECT max(${withoutIndexSql(dialect, 'd.id')}) FROM ${tableWithIndexHint(dialect, 'deliveries', 'd', 'deliveries_by_change')}
      WHERE d.change_seq = c.seq AND d.subscription = ${parameters.add(subscription)}) AS id
    FROM changes AS c WHERE c.seq IN (${changes.map(({ seq }) => parameters.add(seq)).join(', ')})`;
  return quick<SentRow>({ text: deliveriesOf(newest), values: parameters.values });
}

/**
 * Returns, for deliveries that were sent again and did not arrive, the newest earlier one that did. Any number may have
 * failed in between, and no index contains their state, so this is a slow query.
 */
async function arrivedBefore(
  { dialect, slow }: DiagnosticsSource,
  rows: readonly SentRow[],
  gone: AbortSignal | undefined,
): Promise<readonly SentRow[] | Problem> {
  const asked = rows.filter(({ cause, state }) => cause !== 'event' && state !== 'succeeded');
  if (asked.length === 0) return [];
  const parameters = new SqlParameters(dialect);
  const [id, watched] = [withoutIndexSql(dialect, 'd.id'), dialect.watched?.('d.id', 64)];
  const arrived = `SELECT (SELECT max(${id}) FROM ${tableWithIndexHint(dialect, 'deliveries', 'd', 'deliveries_by_change')}
      WHERE ${watched ? `${watched} AND ` : ''}d.change_seq = n.change_seq AND d.subscription = n.subscription AND ${id} < n.id
        AND d.state = 'succeeded') AS id
    FROM deliveries AS n WHERE n.id IN (${asked.map((row) => parameters.add(row.id)).join(', ')})`;
  const columns = SENT_COLUMNS.split(',').map((name) => name.trim());
  return slow<SentRow>({ text: deliveriesOf(arrived), values: parameters.values }, columns, gone);
}

/**
 * Selects the deliveries with the ids that `found` selects. MATERIALIZED finds the ids first, so that PostgreSQL
 * neither searches for each id twice nor reads all deliveries.
 */
function deliveriesOf(found: string): string {
  const columns = SENT_COLUMNS.replace(/\w+/g, 'e.$&');
  return `WITH found AS MATERIALIZED (${found}) SELECT ${columns} FROM found AS f JOIN deliveries AS e ON e.id = f.id`;
}

async function settledOn({ dialect, quick }: DiagnosticsSource, subscription: number, rows: readonly SentRow[]) {
  const ids = rows.flatMap(({ repeats }) => repeats ?? []);
  if (ids.length === 0) return new Map<number, number>();
  const parameters = new SqlParameters(dialect);
  const listed = ids.map((id) => parameters.add(id)).join(', ');
  const text = `SELECT id, settled_on FROM deliveries WHERE id IN (${listed}) AND subscription = ${parameters.add(subscription)}`;
  const found = await quick<{ id: number; settled_on: number }>({ text, values: parameters.values });
  return new Map(found.map(({ id, settled_on }) => [id, settled_on]));
}

async function periodsOf({ dialect, quick }: DiagnosticsSource, subscription: number) {
  const parameters = new SqlParameters(dialect);
  const text = `SELECT began_on, state, why FROM subscription_periods WHERE subscription = ${parameters.add(subscription)} ORDER BY began_on`;
  return (await quick<PeriodRow>({ text, values: parameters.values })).map(periodOf);
}

/**
 * Returns the first waiting delivery of the record. Written so that PostgreSQL uses the index of waiting deliveries
 * (see `lowestDeliverySql`).
 */
async function headOf({ dialect, quick }: DiagnosticsSource, subscription: number, recordID: number) {
  const parameters = new SqlParameters(dialect);
  const waiting = tableWithIndexHint(dialect, 'deliveries', 'd', 'deliveries_waiting');
  const text = `SELECT d.id FROM ${waiting} WHERE d.state = 'waiting' AND d.subscription = ${parameters.add(subscription)}
    AND d.record_id >= ${parameters.add(recordID)} AND d.record_id <= ${parameters.add(recordID)} ORDER BY d.record_id, d.id LIMIT 1`;
  const [head] = await quick<{ id: number }>({ text, values: parameters.values });
  return head?.id ?? null;
}

function pastChange(row: ChangeRow, sent: SentDelivery | undefined): PastChange {
  return {
    version: row.version,
    on: row.committed_on,
    by: { kind: row.by_kind, id: row.by_id, name: row.by_name, email: row.submitter },
    events: parseActions(row.events),
    fields: row.before === null ? null : [...valuesIn(row.before).keys()].filter((field) => !bookkeeping.has(field)),
    filterValue: row.filter_value,
    sent,
  };
}
