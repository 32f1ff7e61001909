/**
 * What is old is deleted in small steps, each in a transaction of its own. The thread stands still for it, so a step ends
 * after a few milliseconds however little it has come to: a change may hold a quarter of a megabyte.
 */
import { Problem, Unanswerable } from '../../problems.ts';
import type { DeliveryArchive, Pruned } from '../../webhooks/settling/retention.ts';
import type { Committer } from './changes.ts';
import type { Connection } from './connection.ts';

/** Of a step, without its commit. */
const STEP_MS = 4;
/** Rows looked at by one statement. */
const LOOKED_AT_ONCE = 8;

interface Looked {
  readonly row: number;
  readonly expired: number;
  readonly young: number;
}

export function sqliteArchive(connection: Connection, committer: Committer): DeliveryArchive {
  return {
    pruneDeliveries: (before, after, most) =>
      step((now) => prune(DELIVERIES, ['DELETE FROM deliveries WHERE id = ?'], { before, after, most, now })),
    pruneChanges: (before, after, most) =>
      step((now) => prune(CHANGES, [LOG_BEGINS, 'DELETE FROM changes WHERE seq = ?'], { before, after, most, now })),
    pruneRemoved: (before, most) =>
      step(() => {
        const until = performance.now() + STEP_MS;
        let deleted = 0;
        do {
          const { changes } = connection.prepare(REMOVED_DELIVERIES).run(LOOKED_AT_ONCE);
          if (changes === 0) {
            connection.prepare(REMOVED_RECOVERIES).run();
            connection.prepare(REMOVED_SUBSCRIPTIONS).run(before);
            return 'done';
          }
          deleted += Number(changes);
        } while (deleted < most && performance.now() < until);
        return 'more';
      }),
  };

  interface Part {
    readonly before: number;
    readonly after: number;
    readonly most: number;
    readonly now: number;
  }

  function prune(look: string, removal: readonly string[], { before, after, most, now }: Part): Pruned {
    const until = performance.now() + STEP_MS;
    let [deleted, looked, last] = [0, 0, after];
    // At least one row, however slow the machine is: else it would never end.
    do {
      const rows = connection.prepare(look).all(before, last, now, LOOKED_AT_ONCE) as unknown as Looked[];
      for (const { row, expired } of rows) {
        if (expired === 1) for (const statement of removal) connection.prepare(statement).run(row);
        deleted += expired;
        looked++;
        last = row;
        if (performance.now() >= until) break;
      }
      // Rows are in the order in which they were made: behind one that is young there are only young ones.
      const end = rows.at(-1);
      if (end === undefined || (end.row === last && (rows.length < LOOKED_AT_ONCE || end.young === 1))) {
        return { deleted, after: undefined };
      }
    } while (looked < most && performance.now() < until);
    return { deleted, after: last };
  }

  async function step<Result>(work: (now: number) => Result): Promise<Result> {
    const result = await committer.write(work);
    if (result instanceof Problem) throw new Unanswerable(result, undefined);
    return result;
  }
}

// ?1 time, ?2 the row before, ?3 now, ?4 how many. A time that is still to come was written by a clock that has been set
// back since, and says nothing about the rows behind it.
const DELIVERIES = `SELECT id AS row, state <> 'waiting' AND settled_on < ?1 AS expired,
    created_on >= ?1 AND created_on <= ?3 AS young
  FROM deliveries WHERE id > ?2 ORDER BY id LIMIT ?4`;

// What an older version of the record is found with is kept as long as that waits to be told.
const CHANGES = `SELECT c.seq AS row, c.committed_on >= ?1 AND c.committed_on <= ?3 AS young,
    c.committed_on < ?1 AND NOT EXISTS (
      SELECT 1 FROM subscriptions AS s
      CROSS JOIN deliveries AS d INDEXED BY deliveries_waiting
        ON d.subscription = s.key AND d.record_id = c.record_id AND d.state = 'waiting'
      WHERE s.account = c.account AND s.entity_type = c.type AND d.change_seq <= c.seq) AS expired
  FROM changes AS c WHERE c.seq > ?2 ORDER BY c.seq LIMIT ?4`;

/** Whoever follows the log from before this number would miss it. */
const LOG_BEGINS = `UPDATE accounts SET log_begins = max(log_begins, ?1) WHERE key = (SELECT account FROM changes WHERE seq = ?1)`;

const REMOVED_DELIVERIES = `DELETE FROM deliveries WHERE id IN (
  SELECT d.id FROM subscriptions AS s INDEXED BY subscriptions_removed
  CROSS JOIN deliveries AS d ON d.subscription = s.key WHERE s.removed_on IS NOT NULL LIMIT ?)`;

const REMOVED_RECOVERIES = `DELETE FROM recoveries WHERE subscription IN (
  SELECT key FROM subscriptions INDEXED BY subscriptions_removed WHERE removed_on IS NOT NULL)`;

const REMOVED_SUBSCRIPTIONS = `DELETE FROM subscriptions INDEXED BY subscriptions_removed
  WHERE removed_on IS NOT NULL AND removed_on < ?
  AND NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.subscription = subscriptions.key)`;
