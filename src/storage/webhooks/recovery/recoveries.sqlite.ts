/** Recoveries of one key's subscriptions on SQLite. What they send is looked for by a reader thread. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Clock } from '../../../lib/time.ts';
import { Problem } from '../../../problems.ts';
import { type Course, recoveryOf } from '../../../webhooks/recovery/course.ts';
import type { RecoveryStore } from '../../../webhooks/recovery/store.ts';
import { recoveryOver, recoveryUnderWay, subscriptionOff } from '../../../webhooks/refusals.ts';
import type { Committer } from '../../records/changes/changes.sqlite.ts';
import { isFrozen } from '../../records/changes/write-change.sqlite.ts';
import { accountFrozen } from '../../sql/constraint-refusals.ts';
import { readerDialect } from '../../sql/dialect.sqlite.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { answering } from '../../sqlite/failures.ts';
import type { ReaderPool } from '../../sqlite/reader-pool.ts';
import type { Outbox } from '../outbox.sqlite.ts';
import {
  courseOf,
  MOST_ENDED,
  NEW_COLUMNS,
  newValues,
  PROGRESS_COLUMNS,
  progressValues,
  RECOVERY_COLUMNS,
  type RecoveryRow,
  steered,
} from './recovery-rows.ts';
import { memoryOf, SUBSCRIBER_COLUMNS, type SubscriberRow, subscriberOf } from './recovery-subscriber.ts';
import { countAll, type WalkSource, wholeStretch } from './recovery-walk.ts';

export interface RecoveryContext {
  readonly connection: Connection;
  readonly committer: Committer;
  readonly outbox: Outbox;
  readonly readers: ReaderPool;
  readonly clock: Clock;
}

/** `keptMs`: how long settled deliveries are kept at least. Without an integration, the subscriptions of all keys. */
export function sqliteRecoveries(
  { connection, committer, readers, clock }: RecoveryContext,
  { key: account }: AccountScope,
  integrationID: string | undefined,
  keptMs: number,
): RecoveryStore {
  const source = walkSource(connection, readers);
  return {
    list: async (id) =>
      answering(() => {
        const row = findSubscriber(id);
        return row && readAll(connection, row.key).map(recoveryOf);
      }),
    find: async (id, recovery) =>
      answering(() => {
        const row = findSubscriber(id);
        const course = row && readCourse(connection, row.key, recovery);
        return course && recoveryOf(course);
      }),
    async count(id, wish, gone) {
      const row = answering(() => findSubscriber(id));
      return row && countAll(source, subscriberOf(row), wish, memoryOf(clock.now(), keptMs), gone);
    },
    async begin(id, wish, perSecond) {
      const row = answering(() => findSubscriber(id));
      if (row === undefined) return undefined;
      const stretch = await wholeStretch(source, subscriberOf(row), wish);
      if (stretch instanceof Problem) return stretch;
      const { after: begins, through: ends } = stretch;
      return unlessFrozen((now) => {
        const found = findSubscriber(id);
        if (found === undefined) return undefined;
        if (!found.active) return subscriptionOff();
        const all = readAll(connection, found.key);
        const open = all.find(({ endedOn }) => endedOn === null);
        if (open !== undefined) return recoveryUnderWay(open.id);
        const next = { subscription: found.key, id: (all.at(-1)?.id ?? 0) + 1, wish, perSecond, begins, ends, now };
        connection.prepare(INSERT).run(...newValues(next));
        connection.prepare(FORGET).run(found.key, next.id - MOST_ENDED);
        return recoveryOf(readCourse(connection, found.key, next.id)!);
      });
    },
    steer: (id, recovery, to) =>
      unlessFrozen((now) => {
        const row = findSubscriber(id);
        const course = row && readCourse(connection, row.key, recovery);
        if (row === undefined || course === undefined) return undefined;
        if (course.endedOn !== null) return recoveryOver(course.state);
        const after = steered(course, to, now);
        if (to === 'cancel') connection.prepare(TAKE_BACK).run(now, row.key, recovery);
        writeCourse(connection, row.key, after);
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

export function walkSource(connection: Connection, readers: ReaderPool): WalkSource {
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

export function readCourse(connection: Connection, subscription: number, recovery: number): Course | undefined {
  const row = connection
    .prepare(`SELECT ${RECOVERY_COLUMNS} FROM recoveries WHERE subscription = ? AND id = ?`)
    .get(subscription, recovery) as unknown as RecoveryRow | undefined;
  return row && courseOf(row);
}

function readAll(connection: Connection, subscription: number): Course[] {
  const rows = connection
    .prepare(`SELECT ${RECOVERY_COLUMNS} FROM recoveries WHERE subscription = ? ORDER BY id`)
    .all(subscription) as unknown as RecoveryRow[];
  return rows.map(courseOf);
}

export function writeCourse(connection: Connection, subscription: number, course: Course): void {
  connection
    .prepare(
      `UPDATE recoveries SET ${PROGRESS_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE subscription = ? AND id = ?`,
    )
    .run(...progressValues(course), subscription, course.id);
}

const INSERT = `INSERT INTO recoveries (${NEW_COLUMNS.join(', ')}) VALUES (${NEW_COLUMNS.map(() => '?').join(', ')})`;
const FORGET = 'DELETE FROM recoveries WHERE subscription = ? AND id <= ? AND ended_on IS NOT NULL';

const TAKE_BACK = `UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ?1 WHERE id IN (
    SELECT id FROM deliveries INDEXED BY deliveries_uncounted
    WHERE uncounted = TRUE AND subscription = ?2 AND recovery = ?3 AND state = 'waiting')`;
