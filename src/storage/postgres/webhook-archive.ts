/** What is old is deleted in small steps, each in a transaction of its own, by one worker at a time. */
import type { DeliveryArchive, Pruned } from '../../webhooks/settling/retention.ts';
import { type Client, inTransaction, type Pool, rows, type Statement } from './connection.ts';
import { answering } from './failures.ts';
import { lockUntilCommit, PRUNE_LOCK } from './locks.ts';

interface Step {
  readonly deleted: number;
  readonly looked: number;
  readonly last: number | null;
  readonly young: boolean | null;
}

export function postgresArchive(pool: Pool): DeliveryArchive {
  return {
    pruneDeliveries: (before, after, most) => prune(pool, pruneDeliveries, before, after, most),
    pruneChanges: (before, after, most) => prune(pool, pruneChanges, before, after, most),
    pruneRemoved: (before, most) =>
      alone(pool, async (client) => {
        const deleted = await rows(client, pruneRemovedDeliveries, [most]);
        if (deleted.length > 0) return 'more';
        await rows(client, pruneRemovedRecoveries, []);
        await rows(client, pruneRemovedSubscriptions, [before]);
        await rows(client, pruneLanes, [before]);
        return 'done';
      }),
  };
}

function prune(pool: Pool, statement: Statement, before: number, after: number, most: number): Promise<Pruned> {
  return alone(pool, async (client) => {
    const [step] = await rows<Step>(client, statement, [before, after, most]);
    const { deleted, looked, last, young } = step!;
    // Rows are nearly in the order in which they were made: behind one that is young there are only young ones.
    return { deleted, after: looked < most || young ? undefined : last! };
  });
}

/** A statement after the lock sees what those before it committed: an event about to be sent again is not forgotten. */
function alone<Result>(pool: Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  return answering(() =>
    inTransaction(pool, async (client) => {
      // Nobody waits for it.
      client.patience = 'list';
      await lockUntilCommit(client, PRUNE_LOCK);
      return work(client);
    }),
  );
}

const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const SUMMARY = `SELECT (SELECT count(*) FROM gone) AS deleted, count(*) AS looked, max(row) AS last,
    (array_agg(young ORDER BY row DESC))[1] AS young FROM looked`;

/**
 * $1 time, $2 the id before, $3 how many. A time that is still to come was written by a clock that has been set back since,
 * and says nothing about the rows behind it.
 */
const pruneDeliveries: Statement = {
  name: 'prune_deliveries',
  text: `WITH looked AS (
      SELECT id AS row, state <> 'waiting' AND settled_on < $1 AS expired, created_on BETWEEN $1 AND ${NOW} AS young
      FROM deliveries WHERE id > $2 ORDER BY id LIMIT $3
    ), gone AS (
      DELETE FROM deliveries AS d USING looked WHERE d.id = looked.row AND looked.expired RETURNING 1
    ) ${SUMMARY}`,
};

/** What an older version of the record is found with is kept as long as that waits to be told. */
const pruneChanges: Statement = {
  name: 'prune_changes',
  text: `WITH looked AS (
      SELECT c.seq AS row, c.committed_on BETWEEN $1 AND ${NOW} AS young, c.committed_on < $1 AND NOT EXISTS (
          SELECT FROM subscriptions AS s JOIN deliveries AS d
            ON d.subscription = s.key AND d.record_id = c.record_id AND d.state = 'waiting'
          WHERE s.account = c.account AND s.entity_type = c.type AND d.change_seq <= c.seq) AS expired
      FROM changes AS c WHERE c.seq > $2 ORDER BY c.seq LIMIT $3
    ), gone AS (
      DELETE FROM changes AS c USING looked WHERE c.seq = looked.row AND looked.expired RETURNING c.account, c.seq
    ), begins AS (
      UPDATE accounts AS a SET log_begins = greatest(a.log_begins, g.seq)
      FROM (SELECT account, max(seq) AS seq FROM gone GROUP BY account) AS g WHERE a.key = g.account
    ) ${SUMMARY}`,
};

/** $1 how many. */
const pruneRemovedDeliveries: Statement = {
  name: 'prune_removed_deliveries',
  text: `DELETE FROM deliveries WHERE id IN (
      SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
      WHERE s.removed_on IS NOT NULL LIMIT $1)
    RETURNING id`,
};

const pruneRemovedRecoveries: Statement = {
  name: 'prune_removed_recoveries',
  text: 'DELETE FROM recoveries WHERE subscription IN (SELECT key FROM subscriptions WHERE removed_on IS NOT NULL)',
};

/** $1 time. */
const pruneRemovedSubscriptions: Statement = {
  name: 'prune_removed_subscriptions',
  text: `WITH gone AS (
      DELETE FROM subscriptions AS s WHERE s.removed_on IS NOT NULL AND s.removed_on < $1
      AND NOT EXISTS (SELECT FROM deliveries AS d WHERE d.subscription = s.key) RETURNING s.key
    )
    DELETE FROM delivery_hours AS h USING gone WHERE h.subscription = gone.key`,
};

/** $1 time. Leases of workers that died; whoever is alive renews its own every few seconds. */
const pruneLanes: Statement = { name: 'prune_lanes', text: 'DELETE FROM lanes WHERE leased_until < $1' };
