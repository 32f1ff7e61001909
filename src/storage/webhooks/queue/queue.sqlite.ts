/** The waiting deliveries of a shard on SQLite. There is one process, so a lease is given to whoever asks. */
import type { Seals } from '../../../lib/sealed.ts';
import type { Clock } from '../../../lib/time.ts';
import { DatabaseAway, Problem } from '../../../problems.ts';
import type { DeliveryState } from '../../../webhooks/delivery.ts';
import type { DeliveryQueue, Finished, Judge, Lease, Settled, Standing, Written } from '../../../webhooks/queue.ts';
import type { Committer } from '../../records/changes/changes.sqlite.ts';
import { makeVersionTexts } from '../../records/log/version-texts.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { ADD_TO_HOUR, droppedAt, HOUR_COLUMNS, HourTallies, hourValues } from '../delivery-hours.ts';
import type { Outbox } from '../outbox.sqlite.ts';
import { beginPeriod } from '../subscriptions/active-periods.sqlite.ts';
import { makeSecretsReader } from '../subscriptions/subscription-secrets.ts';
import { readHeads } from './heads.sqlite.ts';
import type { Questions } from './lane-queries.sqlite.ts';
import {
  attemptsBefore,
  DROPPED_COLUMNS,
  type Dropped,
  judgeOpen,
  recounted,
  recountOf,
  STANDING_COLUMNS,
  type StandingRow,
  standingOf,
  standingValues,
} from './settle.ts';

export interface QueueContext {
  readonly connection: Connection;
  readonly committer: Committer;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly questions: Questions;
}

export function sqliteQueue(context: QueueContext): DeliveryQueue {
  const { connection, committer, outbox, clock, seals, questions } = context;
  const texts = makeVersionTexts();
  const secretsOf = makeSecretsReader(seals);
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
      written(committer.write((now) => dropWaiting(connection, subscription, now, most))),
  };
}

async function written<Result>(writing: Promise<Result | Problem>): Promise<Result> {
  const result = await writing;
  if (result instanceof Problem) throw new DatabaseAway(result);
  return result;
}

/** One seek for each subscription that has something waiting, however much. */
function subscriptionsWaiting(connection: Connection, after: number, most: number): number[] {
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

function takeLeases(connection: Connection, subscriptions: readonly number[]): Lease[] {
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

/** The standing of each subscription is read once, and written only when it has changed. */
function settleAll(
  connection: Connection,
  finished: readonly Finished[],
  judge: Judge,
  now: number,
): (Written | undefined)[] {
  const before = new Map<number, Standing | undefined>();
  const after = new Map<number, Standing>();
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
  for (const tally of tallies.all) connection.prepare(COUNT).run(...hourValues(tally));
  return written;

  function settleDropped(standing: Standing, one: Finished): Settled | undefined {
    const dropped = readDropped(connection, one);
    return dropped && settleAs('dropped', standing, one, dropped);
  }

  function settleAs(state: DeliveryState, standing: Standing, one: Finished, dropped?: Dropped): Settled | undefined {
    const settled = judgeOpen(judge, { standing, dropped }, one, now);
    if (!writeDelivery(connection, one, state, settled, now)) return undefined;
    tallies.add(one, settled, now, dropped);
    for (const { subscription, recovery, delivered, failed } of recountOf(one, dropped, settled)) {
      connection.prepare(RECOUNT).run(subscription, recovery, delivered, failed);
    }
    return settled;
  }
}

function readDropped(connection: Connection, one: Finished): Dropped | undefined {
  const row = connection
    .prepare(`SELECT ${DROPPED_COLUMNS} FROM deliveries AS d WHERE d.id = ? AND d.state = 'dropped' AND d.attempts = ?`)
    .get(one.delivery, attemptsBefore(one));
  return row as unknown as Dropped | undefined;
}

const RECOUNT = `UPDATE recoveries SET ${recounted('?3', '?4')} WHERE subscription = ?1 AND id = ?2`;

function readStanding(connection: Connection, subscription: number): Standing | undefined {
  const row = connection.prepare(READ_STANDING).get(subscription) as StandingRow | undefined;
  return row && standingOf(row);
}

const READ_STANDING = `SELECT ${STANDING_COLUMNS.join(', ')}, patience_ms, target_url FROM subscriptions
  WHERE key = ? AND removed_on IS NULL`;
const WRITE_STANDING = `UPDATE subscriptions SET ${STANDING_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE key = ?`;

/** False when it was not in that state, or this attempt has been settled before. */
function writeDelivery(
  connection: Connection,
  one: Finished,
  before: DeliveryState,
  settled: Settled,
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

/** Whether another delivery of the record waits behind it. */
function anotherWaits(connection: Connection, { lease, record }: Finished): boolean {
  return connection.prepare(ANOTHER_WAITS).get(lease.subscription, record) !== undefined;
}

const ANOTHER_WAITS = `SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
  WHERE state = 'waiting' AND subscription = ? AND record_id = ? LIMIT 1`;

function writeStanding(connection: Connection, subscription: number, standing: Standing): void {
  connection.prepare(WRITE_STANDING).run(...standingValues(standing), subscription);
}

/** What waits for a subscription that is switched off is dropped, tests aside. */
export function dropWaiting(connection: Connection, subscription: number, now: number, most: number): number {
  const { changes } = connection
    .prepare(`UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ? WHERE id IN (
      SELECT d.id FROM subscriptions AS s
      CROSS JOIN deliveries AS d INDEXED BY deliveries_waiting ON d.subscription = s.key
      WHERE s.key = ? AND s.active = FALSE AND d.state = 'waiting' AND d.cause <> 'test' LIMIT ?)`)
    .run(now, subscription, most);
  if (changes > 0) connection.prepare(COUNT).run(...hourValues(droppedAt(subscription, Number(changes), now)));
  return Number(changes);
}

const COUNT = `INSERT INTO delivery_hours AS h (${HOUR_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ${ADD_TO_HOUR}`;
