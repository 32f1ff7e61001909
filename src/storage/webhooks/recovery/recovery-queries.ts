/**
 * SQL that selects the events a recovery sends. It walks through the log of changes in order, so each record's events
 * stay in order. Each event is judged by the state of its deliveries to this subscription.
 */
import type { Action, RecordTypeName } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import type { Listing } from '../../../records/lists/plan.ts';
import { planList } from '../../../records/lists/planning.ts';
import { listableDeliveries } from '../../../webhooks/delivery/settle/delivery-json.ts';
import type { RecoveryInput } from '../../../webhooks/recovery/recovery.ts';
import { feedScanLimitQuery, MAX_ROWS_SCANNED } from '../../records/log/feed-query.ts';
import { type Dialect, SqlParameters, type SqlQuery, withoutIndexSql } from '../../sql/dialect.ts';
import { deliveriesSource, deliveriesWhere } from '../delivery-list.ts';

/** The current state of the subscription. */
export interface RecoverySubscriber {
  readonly key: number;
  readonly account: number;
  readonly entityType: RecordTypeName;
  readonly action: Action;
  /** The id that a record's filter field must hold; null without a filter. */
  readonly filterValue: number | null;
  readonly createdOn: number;
  /** The integration whose own changes the subscription does not receive. */
  readonly leavesOut: string | undefined;
}

/** Range of places to search, in the order of changes (`recover`) or of deliveries (`resend`). */
export interface RecoveryRange {
  readonly after: number;
  readonly through: number;
}

/** Part of a range that one scan covers; the whole range ends at `ends`. */
export interface RecoverySubrange extends RecoveryRange {
  readonly ends: number;
}

/** An event to send. `delivery` is the delivery that is sent again; null if the event never had one. */
export interface RecoverableEvent {
  readonly place: number;
  readonly record: number;
  readonly delivery: number | null;
  readonly version: number | null;
  readonly committed_on: number | null;
}

type Recover = Extract<RecoveryInput, { kind: 'recover' }>;

/** Time before which settled deliveries may have been deleted. For older events, a missing delivery proves nothing. */
export interface RetentionHorizon {
  readonly knownSince: number;
}

/** The next events, oldest first: `place`, `record`, `delivery`, `version`, `committed_on`. */
export function nextEventsQuery(
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  memory: RetentionHorizon,
  stretch: RecoverySubrange,
  most: number,
  dialect: Dialect,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  if (wish.kind === 'resend') {
    const text = `SELECT o.id AS place, o.record_id AS record, o.id AS delivery, NULL AS version, NULL AS committed_on
      FROM ${matching(subscriber, wish.filter, stretch, parameters, dialect)} ORDER BY o.id LIMIT ${parameters.add(most)}`;
    return { text, values: parameters.values };
  }
  const { from, standing } = selection(subscriber, wish, memory, stretch, parameters, dialect);
  const text = `SELECT c.seq AS place, c.record_id AS record, ${standing('id', 'c')} AS delivery, c.version, c.committed_on
    FROM ${from} ORDER BY c.seq LIMIT ${parameters.add(most)}`;
  return { text, values: parameters.values };
}

/** Counts the events by their kind: `what`, `events`. */
export function countEventsQuery(
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  memory: RetentionHorizon,
  stretch: RecoverySubrange,
  dialect: Dialect,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  if (wish.kind === 'resend') {
    const text = `SELECT '' AS what, count(*) AS events
      FROM ${matching(subscriber, wish.filter, stretch, parameters, dialect)}`;
    return { text, values: parameters.values };
  }
  const { from, became } = selection(subscriber, wish, memory, stretch, parameters, dialect);
  const text = `SELECT what, count(*) AS events FROM (SELECT ${became('c')} AS what FROM ${from}) AS each GROUP BY what`;
  return { text, values: parameters.values };
}

/** Selects the end of one scan: the last of the next rows, wanted or not; null if there are none. */
export function scanEndQuery(
  { key, account }: RecoverySubscriber,
  wish: RecoveryInput,
  stretch: RecoveryRange,
  dialect: Dialect,
): SqlQuery {
  if (wish.kind === 'recover') return feedScanLimitQuery(account, stretch.after, stretch.through, dialect);
  const parameters = new SqlParameters(dialect);
  const text = `SELECT max(id) AS reach FROM (
      SELECT id FROM deliveries WHERE subscription = ${parameters.add(key)} AND id > ${parameters.add(stretch.after)}
        AND id <= ${parameters.add(stretch.through)} ORDER BY id LIMIT ${MAX_ROWS_SCANNED}
    ) AS looked`;
  return { text, values: parameters.values };
}

/**
 * Selects the range of numbers of all changes committed in a time span: `first`, `last`; null if there are none. It
 * searches by time, because times are not in the order of the numbers. A clock may have been ahead for a while, and a
 * record that was changed then stays ahead.
 */
export function rangeQuery(
  { account, entityType }: RecoverySubscriber,
  { since, until }: Recover,
  dialect: Dialect,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const watched = dialect.watched?.('c.seq', 64);
  // Added to, so that PostgreSQL does not go through all numbers up to the first that lies in it.
  const text = `SELECT min(c.seq + 0) AS first, max(c.seq + 0) AS last FROM changes AS c${dialect.through?.('changes_by_type') ?? ''}
    WHERE ${watched ? `${watched} AND ` : ''}c.account = ${parameters.add(account)} AND c.type = ${parameters.add(entityType)}
      AND c.committed_on >= ${parameters.add(since)}${until === null ? '' : ` AND c.committed_on <= ${parameters.add(until)}`}`;
  return { text, values: parameters.values };
}

interface Selection {
  /** Changes `c`. */
  readonly from: string;
  /**
   * Column of the delivery that decides the state of an event: one that arrived or waits, else the newest; null if
   * there is none.
   */
  standing(column: 'id' | 'state', change: string): string;
  /** The result of an event: the state of that delivery, or else whether the event was missed. */
  became(change: string): string;
}

function selection(
  subscriber: RecoverySubscriber,
  wish: Recover,
  { knownSince }: RetentionHorizon,
  { after, through, ends }: RecoverySubrange,
  parameters: SqlParameters,
  dialect: Dialect,
): Selection {
  const key = parameters.add(subscriber.key);
  const account = parameters.add(subscriber.account);
  const type = parameters.add(subscriber.entityType);
  const filter = subscriber.filterValue === null ? undefined : parameters.add(subscriber.filterValue);
  const own = subscriber.leavesOut === undefined ? undefined : parameters.add(subscriber.leavesOut);
  const last = parameters.add(ends);
  const since = parameters.add(wish.since);
  const until = wish.until === null ? undefined : parameters.add(wish.until);
  const [created, known] = [parameters.add(subscriber.createdOn), parameters.add(knownSince)];

  // Whoever cancels a run has changed nothing about its events: the same wish finds them again.
  const takenBack = `d.state = 'dropped' AND d.recovery IS NOT NULL AND EXISTS (SELECT 1 FROM recoveries AS r
      WHERE r.subscription = d.subscription AND r.id = d.recovery AND r.state = 'cancelled')`;
  const shown = { id: 'd.id', state: `CASE WHEN ${takenBack} THEN 'taken back' ELSE d.state END` };
  const standing = (column: 'id' | 'state', c: string) => `(SELECT ${shown[column]} FROM deliveries AS d
      WHERE d.subscription = ${key} AND d.change_seq = ${c}.seq
      ORDER BY CASE WHEN d.state NOT IN ('failed', 'dropped') THEN 0 WHEN ${takenBack} THEN 2 ELSE 1 END, d.id DESC LIMIT 1)`;
  // What was told once is asked no more whether it would be told now: the subscription may have had another filter then.
  const isWished = (c: string) => {
    const asked = [
      ...(filter === undefined ? [] : [`${c}.filter_value = ${filter}`]),
      ...(own === undefined
        ? []
        : [`NOT (${c}.by_kind = 'integration' AND coalesce(${c}.by_id, '') = ${own} AND ${c}.approved_by IS NULL)`]),
    ];
    return asked.length === 0 ? '' : ` AND ((${asked.join(' AND ')}) OR ${standing('id', c)} IS NOT NULL)`;
  };
  const isTold = (c: string) => `${c}.account = ${account} AND ${c}.type = ${type}
    AND ${dialect.contains(`${c}.events`, subscriber.action, parameters)}${isWished(c)}`;
  const isIn = (c: string) =>
    `${c}.seq <= ${last} AND ${c}.committed_on >= ${since}${until === undefined ? '' : ` AND ${c}.committed_on <= ${until}`}`;
  const wasOff = (c: string) => `(SELECT p.state FROM subscription_periods AS p
      WHERE p.subscription = ${key} AND p.began_on <= ${c}.committed_on ORDER BY p.began_on DESC LIMIT 1) = 'off'`;
  // Without a delivery, or with one that was taken back alone: there was none, unless it may be forgotten by now.
  const became = (c: string) => `coalesce(nullif(${standing('state', c)}, 'taken back'), CASE
    WHEN ${c}.committed_on < ${created} OR ${c}.committed_on >= ${known} OR ${wasOff(c)} THEN 'missed'
    WHEN ${standing('id', c)} IS NULL THEN 'forgotten' ELSE 'dropped' END)`;
  const isWanted = (c: string) => `${became(c)} IN (${wish.what.map((one) => `'${one}'`).join(', ')})`;
  // Asked for one, in their order: so either database seeks by the index of a record's changes, whatever it knows of how many there are.
  const isNewest = () => `(SELECT n.version FROM changes AS n${dialect.through?.('changes_by_record') ?? ''}
    WHERE n.record_id = c.record_id AND n.version > c.version AND ${isTold('n')}
      AND (${standing('state', 'n')} NOT IN ('failed', 'dropped', 'taken back', 'own') OR (${isIn('n')} AND ${isWanted('n')}))
    ORDER BY n.version LIMIT 1) IS NULL`;
  const watched = dialect.watched?.('c.seq', 64);
  // There are no more in one look. Said so, they are read by their numbers, whatever the database knows of how many there are.
  const looked = `(SELECT seq, account, type, record_id, version, committed_on, events, filter_value, by_kind, by_id, approved_by FROM changes${dialect.through?.('changes_by_account') ?? ''} WHERE account = ${account}
    AND seq > ${parameters.add(after)} AND seq <= ${parameters.add(through)} ORDER BY seq LIMIT ${MAX_ROWS_SCANNED})`;
  const from = `${looked} AS c WHERE ${watched ? `${watched} AND ` : ''}${isIn('c')} AND ${isTold('c')} AND ${isWanted('c')}
    ${wish.newestOnly ? ` AND ${isNewest()}` : ''}`;
  return { from, standing, became };
}

/**
 * Selects deliveries `o`, each the first of its event that matches, whose event is still stored. A test is an event
 * without a change, so only its own id identifies it.
 */
function matching(
  { key }: RecoverySubscriber,
  filter: string,
  { after, through }: RecoveryRange,
  parameters: SqlParameters,
  dialect: Dialect,
): string {
  const listing = planDeliveryFilter(filter);
  // It was understood when the run was begun.
  if (listing instanceof Problem) throw new Error(`The filter of a recovery cannot be read: ${listing.detail}`);
  const matches = () => deliveriesWhere(listing, key, dialect, parameters);
  // Asked for one, in the order of its index, and on PostgreSQL within a span: where changes have thousands of deliveries each, it would go through
  // those of everybody for the first that matches.
  const isFirstOf = (event: string, order: string) => `(
      SELECT t.id FROM ${deliveriesSource} WHERE ${event} AND ${matches()} ORDER BY ${order} LIMIT 1) IS NULL`;
  const sameChange =
    dialect.through === undefined
      ? 't.change_seq >= o.change_seq AND t.change_seq <= o.change_seq'
      : 't.change_seq = o.change_seq';
  const ofChange = () => isFirstOf(`${sameChange} AND ${withoutIndexSql(dialect, 't.id')} < o.id`, 't.change_seq');
  const ofTest = () => isFirstOf('t.sample IS NOT NULL AND t.webhook_id = o.webhook_id AND t.id < o.id', 't.id');
  const isKnown = 'EXISTS (SELECT 1 FROM changes AS c WHERE c.seq = o.change_seq)';
  return `(SELECT t.id, t.record_id, t.change_seq, t.webhook_id, t.sample FROM ${deliveriesSource}
      WHERE ${matches()} AND t.id > ${parameters.add(after)} AND t.id <= ${parameters.add(through)}) AS o
    WHERE CASE WHEN o.sample IS NULL THEN ${isKnown} AND ${ofChange()} ELSE ${ofTest()} END`;
}

export function planDeliveryFilter(filter: string): Listing | Problem {
  return planList(listableDeliveries, filter);
}
