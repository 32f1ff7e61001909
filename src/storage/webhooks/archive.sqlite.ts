/**
 * Deletes old deliveries and changes in small steps, each in a transaction of its own. A step blocks the thread, so it
 * ends after a few milliseconds, however few rows it has deleted. One change may take a quarter of a megabyte.
 */
import { Problem, Unanswerable } from '../../problems.ts';
import type { DeliveryArchive, PruneResult, RetentionCursor } from '../../webhooks/delivery/settle/retention.ts';
import type { Committer } from '../records/changes/committer.sqlite.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { IS_COMPLETE_ACCOUNT_SQL } from '../transfer/partial-account.sqlite.ts';

/** Time limit of a step, without its commit. */
const MAX_STEP_MS = 4;
/** Maximum number of rows that one statement examines. */
const ROWS_PER_QUERY = 8;

interface Looked {
  readonly row: number;
  readonly expired: number;
  readonly young: number;
}

export function createSqliteDeliveryArchive(connection: SqliteConnection, committer: Committer): DeliveryArchive {
  return {
    pruneDeliveries: (before, after, most) => step((now) => prune(DELIVERIES, { before, after, most, now })),
    pruneChanges: (before, after, most) => step((now) => prune(CHANGES, { before, after, most, now })),
    pruneRemoved: (before, most) =>
      step(() => {
        const until = performance.now() + MAX_STEP_MS;
        let deleted = 0;
        let hasDeliveries = true;
        do {
          const some: number | bigint = hasDeliveries
            ? connection.prepare(REMOVED_DELIVERIES).run(ROWS_PER_QUERY).changes
            : 0;
          hasDeliveries = some > 0;
          if (!hasDeliveries && !removeNext(before)) return 'done';
          deleted += Math.max(1, Number(some));
        } while (deleted < most && performance.now() < until);
        return 'more';
      }),
  };

  interface Part {
    readonly before: number;
    readonly after: RetentionCursor;
    readonly most: number;
    readonly now: number;
  }

  function prune({ next, look, removal }: Walk, { before, after, most, now }: Part): PruneResult {
    const until = performance.now() + MAX_STEP_MS;
    let { holder, row } = after;
    let [deleted, looked] = [0, 0];
    // At least one row, however slow the machine is: else it would never end.
    do {
      const isNext = row === undefined;
      if (row === undefined) {
        const found = connection.prepare(next).get(holder) as { holder: number } | undefined;
        if (found === undefined) return { deleted, after: undefined };
        [holder, row] = [found.holder, 0];
        looked++;
      }
      // Of most holders the oldest row is young.
      const wanted = isNext ? 1 : ROWS_PER_QUERY;
      const rows = connection.prepare(look).all(before, holder, row, now, wanted) as unknown as Looked[];
      for (const one of rows) {
        if (one.expired === 1) for (const statement of removal) connection.prepare(statement).run(one.row);
        deleted += one.expired;
        looked++;
        row = one.row;
        if (performance.now() >= until) break;
      }
      // A holder's rows are in the order in which they were made: behind one that is young there are only young ones.
      const end = rows.at(-1);
      if (end === undefined || (end.row === row && (rows.length < wanted || end.young === 1))) row = undefined;
    } while (looked < most && performance.now() < until);
    return { deleted, after: { holder, row } };
  }

  /** Deletes one removed subscription with its recovery runs and hourly counts. Returns false if there is none. */
  function removeNext(before: number): boolean {
    const found = connection.prepare(NEXT_REMOVED).get(before) as { key: number } | undefined;
    if (found === undefined) return false;
    connection.prepare('DELETE FROM recoveries WHERE subscription = ?').run(found.key);
    connection.prepare('DELETE FROM subscriptions WHERE key = ?').run(found.key);
    return true;
  }

  async function step<Result>(work: (now: number) => Result): Promise<Result> {
    const result = await committer.write(work);
    if (result instanceof Problem) throw new Unanswerable(result, undefined);
    return result;
  }
}

/** Statements that walk through old rows, one holder (subscription or account) after the other. */
interface Walk {
  /** Selects the next holder after ?1. */
  readonly next: string;
  /**
   * ?1 time, ?2 the holder, ?3 the previous row, ?4 now, ?5 the maximum number of rows. A time in the future came from
   * a clock that was set back later, and says nothing about the rows after it.
   */
  readonly look: string;
  /** Statements that delete the row ?1, run in this order. */
  readonly removal: readonly string[];
}

/**
 * Raises the first available number of the account's log: a reader that continues from an earlier number would miss the
 * deleted change.
 */
const RAISE_LOG_BEGIN_SQL = `UPDATE accounts SET log_begins = max(log_begins, ?1) WHERE key = (SELECT account FROM changes WHERE seq = ?1)`;

const DELIVERIES: Walk = {
  next: 'SELECT key AS holder FROM subscriptions WHERE key > ? ORDER BY key LIMIT 1',
  look: `SELECT id AS row, state <> 'waiting' AND settled_on < ?1 AS expired,
      created_on >= ?1 AND created_on <= ?4 AS young
    FROM deliveries INDEXED BY deliveries_by_subscription WHERE subscription = ?2 AND id > ?3 ORDER BY id LIMIT ?5`,
  removal: ['DELETE FROM deliveries WHERE id = ?'],
};

/** Selects the changes of the same record up to and including this change, oldest first. */
const olderThan = (change: string) => `SELECT e.seq FROM changes AS e INDEXED BY changes_by_record
  WHERE e.account = ${change}.account AND e.type = ${change}.type AND e.record_id = ${change}.record_id
    AND e.version <= ${change}.version ORDER BY e.version`;
/**
 * Maximum number of older changes that are examined. A change that has more older ones is kept until old ones among
 * them are deleted.
 */
const MAX_OLDER_CHANGES = 4 * ROWS_PER_QUERY;

const CHANGES: Walk = {
  // Of one that is still being imported, what waits to be told of its changes may be still to come.
  next: `SELECT key AS holder FROM accounts WHERE key > ? AND ${IS_COMPLETE_ACCOUNT_SQL} ORDER BY key LIMIT 1`,
  // What an older version of the record is found with is kept as long as that waits to be told. Of those older than this one few are left, or one
  // of the first waits: the oldest go first. Where there are more, because what waited was dropped meanwhile, it leaves in the next round.
  look: `SELECT c.seq AS row, c.committed_on >= ?1 AND c.committed_on <= ?4 AS young,
      c.committed_on < ?1 AND NOT EXISTS (${olderThan('c')} LIMIT 1 OFFSET ${MAX_OLDER_CHANGES}) AND NOT EXISTS (
        SELECT 1 FROM (${olderThan('c')} LIMIT ${MAX_OLDER_CHANGES}) AS e
        CROSS JOIN deliveries AS d INDEXED BY deliveries_by_change ON d.change_seq = e.seq
        WHERE d.state = 'waiting') AS expired
    FROM changes AS c INDEXED BY changes_by_account WHERE c.account = ?2 AND c.seq > ?3 ORDER BY c.seq LIMIT ?5`,
  removal: [RAISE_LOG_BEGIN_SQL, 'DELETE FROM changes WHERE seq = ?'],
};

const REMOVED_DELIVERIES = `DELETE FROM deliveries WHERE id IN (
  SELECT d.id FROM subscriptions AS s INDEXED BY subscriptions_removed
  CROSS JOIN deliveries AS d ON d.subscription = s.key WHERE s.removed_on IS NOT NULL LIMIT ?)`;

const NEXT_REMOVED = `SELECT s.key FROM subscriptions AS s INDEXED BY subscriptions_removed
  WHERE s.removed_on IS NOT NULL AND s.removed_on < ?
  AND NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.subscription = s.key) LIMIT 1`;
