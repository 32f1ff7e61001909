/** What is old is deleted in small steps, each in a transaction of its own. */
import { Problem, Unanswerable } from '../../problems.ts';
import type { DeliveryArchive, Pruned } from '../../webhooks/settling/retention.ts';
import type { Committer } from './changes.ts';
import type { Connection } from './connection.ts';

const BATCH = 200;

interface Looked {
  readonly row: number;
  readonly expired: number;
  readonly young: number;
}

export function sqliteArchive(connection: Connection, committer: Committer): DeliveryArchive {
  return {
    pruneDeliveries: (before, after) => prune(DELIVERIES, 'DELETE FROM deliveries WHERE id = ?', before, after),
    pruneEvents: (before, after) => prune(CHANGES, 'DELETE FROM changes WHERE seq = ?', before, after),
    pruneRemoved: (before) =>
      inTransaction(() => {
        const { changes } = connection.prepare(REMOVED_DELIVERIES).run();
        if (changes > 0) return 'more';
        connection.prepare(REMOVED_SUBSCRIPTIONS).run(before);
        return 'done';
      }),
  };

  function prune(look: string, remove: string, before: number, after: number): Promise<Pruned> {
    return inTransaction(() => {
      const looked = connection.prepare(look).all(before, after) as unknown as Looked[];
      const expired = looked.filter((one) => one.expired === 1);
      for (const { row } of expired) connection.prepare(remove).run(row);
      // Rows are in the order in which they were made: behind one that is young there are only young ones.
      const end = looked.length < BATCH || looked.at(-1)!.young === 1;
      return { deleted: expired.length, after: end ? undefined : looked.at(-1)!.row };
    });
  }

  async function inTransaction<Result>(work: () => Result): Promise<Result> {
    const result = await committer.write(work);
    if (result instanceof Problem) throw new Unanswerable(result, undefined);
    return result;
  }
}

const DELIVERIES = `SELECT id AS row, state <> 'waiting' AND settled_on < ?1 AS expired, created_on >= ?1 AS young
  FROM deliveries WHERE id > ?2 ORDER BY id LIMIT ${BATCH}`;

const CHANGES = `SELECT c.seq AS row, c.committed_on >= ?1 AS young, c.committed_on < ?1 AND NOT EXISTS (
      SELECT 1 FROM subscriptions AS s
      CROSS JOIN deliveries AS d INDEXED BY deliveries_waiting
        ON d.subscription = s.key AND d.record_id = c.record_id AND d.state = 'waiting'
      WHERE s.account = c.account AND s.entity_type = c.type AND d.change_seq = c.seq) AS expired
  FROM changes AS c WHERE c.seq > ?2 ORDER BY c.seq LIMIT ${BATCH}`;

const REMOVED_DELIVERIES = `DELETE FROM deliveries WHERE id IN (
  SELECT d.id FROM subscriptions AS s INDEXED BY subscriptions_removed
  CROSS JOIN deliveries AS d ON d.subscription = s.key WHERE s.removed_on IS NOT NULL LIMIT ${BATCH})`;

const REMOVED_SUBSCRIPTIONS = `DELETE FROM subscriptions INDEXED BY subscriptions_removed
  WHERE removed_on IS NOT NULL AND removed_on < ?
  AND NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.subscription = subscriptions.key)`;
