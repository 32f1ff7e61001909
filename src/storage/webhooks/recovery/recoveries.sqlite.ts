/** Recoveries of one key's subscriptions on SQLite. A reader thread searches for the events to send. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Clock } from '../../../lib/time.ts';
import { Problem } from '../../../problems.ts';
import { type RecoveryProgress, recoveryOf } from '../../../webhooks/recovery/recovery-progress.ts';
import type { RecoveryStore } from '../../../webhooks/recovery/store.ts';
import { recoveryAlreadyEnded, recoveryInProgress, subscriptionInactive } from '../../../webhooks/refusals.ts';
import type { Committer } from '../../records/changes/committer.sqlite.ts';
import { isFrozen } from '../../records/changes/write-change.sqlite.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { readerDialect } from '../../sql/dialect.sqlite.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { translateFailures } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import type { SqliteOutbox } from '../outbox.sqlite.ts';
import {
  controlRecovery,
  MAX_ENDED_RECOVERIES,
  NEW_RECOVERY_COLUMNS,
  newRecoveryValues,
  PROGRESS_COLUMNS,
  progressOf,
  progressValues,
  RECOVERY_COLUMNS,
  type RecoveryRow,
} from './recovery-rows.ts';
import { countRecoverableEvents, findRecoveryRange, type RecoverySource } from './recovery-scan.ts';
import { retentionHorizonAt, SUBSCRIBER_COLUMNS, type SubscriberRow, subscriberOf } from './recovery-subscriber.ts';

export interface SqliteRecoveryContext {
  readonly connection: SqliteConnection;
  readonly committer: Committer;
  readonly outbox: SqliteOutbox;
  readonly readers: ReaderPool;
  readonly clock: Clock;
}

/**
 * `keptMs`: minimum time for which settled deliveries are kept. Without an integration, the store covers the
 * subscriptions of all keys.
 */
export function createSqliteRecoveryStore(
  { connection, committer, readers, clock }: SqliteRecoveryContext,
  { key: account }: AccountScope,
  integrationID: string | undefined,
  keptMs: number,
): RecoveryStore {
  const source = createRecoverySource(connection, readers);
  return {
    list: async (id) =>
      translateFailures(() => {
        const row = findSubscriber(id);
        return row && readAll(connection, row.key).map(recoveryOf);
      }),
    find: async (id, recovery) =>
      translateFailures(() => {
        const row = findSubscriber(id);
        const course = row && readProgress(connection, row.key, recovery);
        return course && recoveryOf(course);
      }),
    async count(id, wish, gone) {
      const row = translateFailures(() => findSubscriber(id));
      return (
        row && countRecoverableEvents(source, subscriberOf(row), wish, retentionHorizonAt(clock.now(), keptMs), gone)
      );
    },
    async begin(id, wish, perSecond) {
      const row = translateFailures(() => findSubscriber(id));
      if (row === undefined) return undefined;
      const stretch = await findRecoveryRange(source, subscriberOf(row), wish);
      if (stretch instanceof Problem) return stretch;
      const { after: begins, through: ends } = stretch;
      return unlessFrozen((now) => {
        const found = findSubscriber(id);
        if (found === undefined) return undefined;
        if (!found.active) return subscriptionInactive();
        const all = readAll(connection, found.key);
        const open = all.find(({ endedOn }) => endedOn === null);
        if (open !== undefined) return recoveryInProgress(open.id);
        const next = { subscription: found.key, id: (all.at(-1)?.id ?? 0) + 1, wish, perSecond, begins, ends, now };
        connection.prepare(INSERT).run(...newRecoveryValues(next));
        connection.prepare(PRUNE_RECOVERIES).run(found.key, next.id - MAX_ENDED_RECOVERIES);
        return recoveryOf(readProgress(connection, found.key, next.id)!);
      });
    },
    steer: (id, recovery, to) =>
      unlessFrozen((now) => {
        const row = findSubscriber(id);
        const course = row && readProgress(connection, row.key, recovery);
        if (row === undefined || course === undefined) return undefined;
        if (course.endedOn !== null) return recoveryAlreadyEnded(course.state);
        const after = controlRecovery(course, to, now);
        if (to === 'cancel') connection.prepare(DROP_QUEUED_DELIVERIES).run(now, row.key, recovery);
        writeProgress(connection, row.key, after);
        return recoveryOf(after);
      }),
  };

  function findSubscriber(id: number): SubscriberRow | undefined {
    return connection
      .prepare(`SELECT ${SUBSCRIBER_COLUMNS} FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account
        WHERE s.account = ?1 AND s.id = ?2 AND (?3 IS NULL OR s.integration_id = ?3) AND s.removed_on IS NULL`)
      .get(account, id, integrationID ?? null) as unknown as SubscriberRow | undefined;
  }

  function unlessFrozen<Result>(work: (now: number) => Result): Promise<Result | Problem> {
    return committer.write((now) => (isFrozen(connection, account) ? accountFrozen() : work(now)));
  }
}

export function createRecoverySource(connection: SqliteConnection, readers: ReaderPool): RecoverySource {
  const newest = (table: string) => {
    const row = connection.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
    return (row?.seq as number | undefined) ?? 0;
  };
  return {
    dialect: readerDialect,
    async read(account, query, columns, gone) {
      const rows = await readers.read(String(account), query, gone);
      if (rows instanceof Problem) return rows;
      return rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, row[n]]))) as never;
    },
    quick: async ({ text, values }) => connection.prepare(text).all(...values) as never,
    // Numbers are given out and committed one after the other.
    settled: async () => newest('changes'),
    bounds: async () => ({ drawn: newest('changes'), settled: newest('changes'), openSince: Infinity }),
    newestDelivery: async () => newest('deliveries'),
  };
}

export function readProgress(
  connection: SqliteConnection,
  subscription: number,
  recovery: number,
): RecoveryProgress | undefined {
  const row = connection
    .prepare(`SELECT ${RECOVERY_COLUMNS} FROM recoveries WHERE subscription = ? AND id = ?`)
    .get(subscription, recovery) as unknown as RecoveryRow | undefined;
  return row && progressOf(row);
}

function readAll(connection: SqliteConnection, subscription: number): RecoveryProgress[] {
  const rows = connection
    .prepare(`SELECT ${RECOVERY_COLUMNS} FROM recoveries WHERE subscription = ? ORDER BY id`)
    .all(subscription) as unknown as RecoveryRow[];
  return rows.map(progressOf);
}

export function writeProgress(connection: SqliteConnection, subscription: number, course: RecoveryProgress): void {
  connection
    .prepare(
      `UPDATE recoveries SET ${PROGRESS_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE subscription = ? AND id = ?`,
    )
    .run(...progressValues(course), subscription, course.id);
}

const INSERT = `INSERT INTO recoveries (${NEW_RECOVERY_COLUMNS.join(', ')}) VALUES (${NEW_RECOVERY_COLUMNS.map(() => '?').join(', ')})`;
const PRUNE_RECOVERIES = 'DELETE FROM recoveries WHERE subscription = ? AND id <= ? AND ended_on IS NOT NULL';

const DROP_QUEUED_DELIVERIES = `UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ?1 WHERE id IN (
    SELECT id FROM deliveries INDEXED BY deliveries_uncounted
    WHERE uncounted = TRUE AND subscription = ?2 AND recovery = ?3 AND state = 'waiting')`;
