/**
 * Queue of a shard's waiting deliveries on SQLite. There is only one process, so every request for a lease succeeds.
 */
import type { Seals } from '../../../lib/sealed.ts';
import type { Clock } from '../../../lib/time.ts';
import { DatabaseAway, Problem } from '../../../problems.ts';
import type { DeliveryState } from '../../../webhooks/delivery.ts';
import type {
  DeliveryQueue,
  DeliverySettlement,
  EndpointState,
  Lease,
  SettleInput,
  SettlePolicy,
  SettleResult,
} from '../../../webhooks/queue.ts';
import type { Committer } from '../../records/changes/committer.sqlite.ts';
import { createVersionTextCache } from '../../records/log/version-text-cache.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { HOUR_COLUMNS, HourTallies, hourValues, MERGE_HOUR_SQL, tallyDropped } from '../delivery-hours.ts';
import type { SqliteOutbox } from '../outbox.sqlite.ts';
import { beginPeriod } from '../subscriptions/active-periods.sqlite.ts';
import { createSecretsReader } from '../subscriptions/subscription-secrets.ts';
import { readHeads } from './heads.sqlite.ts';
import type { LaneQueries } from './lane-queries.sqlite.ts';
import {
  attemptsBefore,
  DROPPED_COLUMNS,
  type DroppedDeliveryRow,
  ENDPOINT_STATE_COLUMNS,
  type EndpointStateRow,
  endpointStateOf,
  endpointStateValues,
  recountRecoverySql,
  recoveryRecountOf,
  settleOpenDelivery,
} from './settle.ts';

export interface SqliteQueueContext {
  readonly connection: SqliteConnection;
  readonly committer: Committer;
  readonly outbox: SqliteOutbox;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly questions: LaneQueries;
}

export function createSqliteDeliveryQueue(context: SqliteQueueContext): DeliveryQueue {
  const { connection, committer, outbox, clock, seals, questions } = context;
  const texts = createVersionTextCache();
  const secretsOf = createSecretsReader(seals);
  return {
    lingerMs: 0,
    renewMs: undefined,
    onWaiting: outbox.onWaiting,
    subscriptionsWaiting: async (after, most) => subscriptionsWaiting(connection, after, most),
    lease: async (subscriptions, most) => takeLeases(connection, subscriptions.slice(0, most)),
    renew: async (leases) => leases,
    release: async () => {},
    census: async () => ({ workers: 1, leases: 0 }),
    resign: async () => {},
    heads: ({ account, subscription }, wish) =>
      questions(account, () =>
        connection.snapshot(() => readHeads({ connection, texts, secretsOf }, subscription, wish, clock.now())),
      ),
    // Together with the changes that wait: one flush to the disk for all of them.
    settle: (finished, judge) => written(committer.writeFirst((now) => settleAll(connection, finished, judge, now))),
    drop: ({ subscription }, most) =>
      written(committer.write((now) => dropWaitingDeliveries(connection, subscription, now, most))),
  };
}

async function written<Result>(writing: Promise<Result | Problem>): Promise<Result> {
  const result = await writing;
  if (result instanceof Problem) throw new DatabaseAway(result);
  return result;
}

/** Lists subscriptions with waiting deliveries, with one index seek for each, however many wait. */
function subscriptionsWaiting(connection: SqliteConnection, after: number, most: number): number[] {
  const rows = connection
    .prepare(`WITH RECURSIVE waiting (subscription) AS (
        SELECT min(subscription) FROM deliveries INDEXED BY deliveries_waiting WHERE state = 'waiting' AND subscription > ?1
        UNION ALL
        SELECT (SELECT min(d.subscription) FROM deliveries AS d INDEXED BY deliveries_waiting
            WHERE d.state = 'waiting' AND d.subscription > w.subscription)
          FROM waiting AS w WHERE w.subscription IS NOT NULL
      )
      SELECT w.subscription FROM waiting AS w
      JOIN subscriptions AS s ON s.key = w.subscription JOIN accounts AS a ON a.key = s.account
      WHERE a.frozen = FALSE AND s.removed_on IS NULL LIMIT ?2`)
    .all(after, most) as unknown as { subscription: number }[];
  return rows.map(({ subscription }) => subscription);
}

function takeLeases(connection: SqliteConnection, subscriptions: readonly number[]): Lease[] {
  const find =
    connection.prepare(`SELECT a.id AS account, s.failures_in_a_row > 0 OR s.down_since IS NOT NULL AS failing
    FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account WHERE s.key = ?`);
  return subscriptions.flatMap((subscription) => {
    const row = find.get(subscription);
    if (row === undefined) return [];
    const { account, failing } = row as { account: string; failing: number };
    return [{ subscription, account, failing: failing === 1, token: '', expires: Infinity }];
  });
}

/** Settles attempts. It reads the endpoint state of each subscription once, and writes it only if it has changed. */
function settleAll(
  connection: SqliteConnection,
  finished: readonly SettleInput[],
  judge: SettlePolicy,
  now: number,
): (SettleResult | undefined)[] {
  const before = new Map<number, EndpointState | undefined>();
  const after = new Map<number, EndpointState>();
  const tallies = new HourTallies();
  const written = finished.map((one) => {
    const { subscription } = one.lease;
    if (!before.has(subscription)) before.set(subscription, readStanding(connection, subscription));
    const standing = after.get(subscription) ?? before.get(subscription);
    if (standing === undefined) return undefined;
    // Nearly all of them wait still, so that is tried without asking first.
    const settled = settleAs('waiting', standing, one) ?? settleDropped(standing, one);
    if (settled === undefined) return undefined;
    if (settled.period !== undefined) beginPeriod(connection, subscription, settled.period, now);
    after.set(subscription, settled.standing);
    return { settled, more: settled.retry === null && anotherWaits(connection, one) };
  });
  for (const [subscription, standing] of after) {
    if (standing !== before.get(subscription)) writeStanding(connection, subscription, standing);
  }
  for (const tally of tallies.all) connection.prepare(ADD_TO_HOUR_COUNTS).run(...hourValues(tally));
  return written;

  function settleDropped(standing: EndpointState, one: SettleInput): DeliverySettlement | undefined {
    const dropped = readDropped(connection, one);
    return dropped && settleAs('dropped', standing, one, dropped);
  }

  function settleAs(
    state: DeliveryState,
    standing: EndpointState,
    one: SettleInput,
    dropped?: DroppedDeliveryRow,
  ): DeliverySettlement | undefined {
    const settled = settleOpenDelivery(judge, { standing, dropped }, one, now);
    if (!writeDelivery(connection, one, state, settled, now)) return undefined;
    tallies.add(one, settled, now, dropped);
    for (const { subscription, recovery, delivered, failed } of recoveryRecountOf(one, dropped, settled)) {
      connection.prepare(UPDATE_RECOVERY_COUNTS).run(subscription, recovery, delivered, failed);
    }
    return settled;
  }
}

function readDropped(connection: SqliteConnection, one: SettleInput): DroppedDeliveryRow | undefined {
  const row = connection
    .prepare(`SELECT ${DROPPED_COLUMNS} FROM deliveries AS d WHERE d.id = ? AND d.state = 'dropped' AND d.attempts = ?`)
    .get(one.delivery, attemptsBefore(one));
  return row as unknown as DroppedDeliveryRow | undefined;
}

const UPDATE_RECOVERY_COUNTS = `UPDATE recoveries SET ${recountRecoverySql('?3', '?4')} WHERE subscription = ?1 AND id = ?2`;

function readStanding(connection: SqliteConnection, subscription: number): EndpointState | undefined {
  const row = connection.prepare(READ_ENDPOINT_STATE).get(subscription) as EndpointStateRow | undefined;
  return row && endpointStateOf(row);
}

const READ_ENDPOINT_STATE = `SELECT ${ENDPOINT_STATE_COLUMNS.join(', ')}, patience_ms, target_url FROM subscriptions
  WHERE key = ? AND removed_on IS NULL`;
const WRITE_ENDPOINT_STATE = `UPDATE subscriptions SET ${ENDPOINT_STATE_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE key = ?`;

/** Returns false if the delivery was not in the state `before`, or if this attempt has already been settled. */
function writeDelivery(
  connection: SqliteConnection,
  one: SettleInput,
  before: DeliveryState,
  settled: DeliverySettlement,
  now: number,
): boolean {
  const { state, attempts, retry, waitingSince, status, error, repeats, entry } = settled;
  const [dueOn, settledOn] = retry === null ? [null, now] : [retry.dueOn, null];
  const { delivery, lease } = one;
  const { changes } = connection
    .prepare(`UPDATE deliveries SET state = ?1, due_on = ?2, settled_on = ?3, attempts = ?4, last_status = ?5,
        last_error = ?6, repeats = ?7, log = iif(?8 IS NULL, log, iif(log = '', ?8, log || ',' || ?8)), waiting_since = ?13
      WHERE id = ?9 AND subscription = ?10 AND state = ?11 AND attempts = ?12`)
    .run(
      state,
      dueOn,
      settledOn,
      attempts,
      status,
      error,
      repeats,
      entry,
      delivery,
      lease.subscription,
      before,
      attemptsBefore(one),
      waitingSince,
    );
  return changes === 1;
}

/** True if another delivery of the record waits. */
function anotherWaits(connection: SqliteConnection, { lease, record }: SettleInput): boolean {
  return connection.prepare(ANOTHER_WAITS).get(lease.subscription, record) !== undefined;
}

const ANOTHER_WAITS = `SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
  WHERE state = 'waiting' AND subscription = ? AND record_id = ? LIMIT 1`;

function writeStanding(connection: SqliteConnection, subscription: number, standing: EndpointState): void {
  connection.prepare(WRITE_ENDPOINT_STATE).run(...endpointStateValues(standing), subscription);
}

/** Drops the waiting deliveries of a subscription that is deactivated, except tests. */
export function dropWaitingDeliveries(
  connection: SqliteConnection,
  subscription: number,
  now: number,
  most: number,
): number {
  const { changes } = connection
    .prepare(`UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ? WHERE id IN (
      SELECT d.id FROM subscriptions AS s
      CROSS JOIN deliveries AS d INDEXED BY deliveries_waiting ON d.subscription = s.key
      WHERE s.key = ? AND s.active = FALSE AND d.state = 'waiting' AND d.cause <> 'test' LIMIT ?)`)
    .run(now, subscription, most);
  if (changes > 0)
    connection.prepare(ADD_TO_HOUR_COUNTS).run(...hourValues(tallyDropped(subscription, Number(changes), now)));
  return Number(changes);
}

const ADD_TO_HOUR_COUNTS = `INSERT INTO delivery_hours AS h (${HOUR_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ${MERGE_HOUR_SQL}`;
