/**
 * Deletes old deliveries and changes in small steps. Each step is a transaction of its own, and only one worker prunes
 * at a time.
 */
import type { DeliveryArchive, PruneResult, RetentionCursor } from '../../webhooks/delivery/settle/retention.ts';
import { type Client, inTransaction, type Pool, type PreparedStatement, queryRows } from '../postgres/connection.ts';
import { translateFailures } from '../postgres/failures.ts';
import { lockUntilCommit, PRUNE_LOCK } from '../postgres/locks.ts';

interface Step {
  readonly deleted: number;
  readonly looked: number;
  readonly last: number | null;
  readonly young: boolean | null;
}

interface Sought {
  readonly due: number | null;
  readonly last: number | null;
}

/** Statements that walk through old rows, one holder (subscription or account) after the other. */
interface Walk {
  /**
   * $1 time, $2 the previous holder. Returns the next holder whose oldest row is not young, and the last holder
   * examined.
   */
  readonly seek: PreparedStatement;
  /** $1 time, $2 the holder, $3 the previous row, $4 the maximum number of rows. */
  readonly prune: PreparedStatement;
}

export function createPostgresDeliveryArchive(pool: Pool): DeliveryArchive {
  return {
    pruneDeliveries: (before, after, most) => prune(pool, deliveries, before, after, most),
    pruneChanges: (before, after, most) => prune(pool, changes, before, after, most),
    pruneRemoved: (before, most) =>
      alone(pool, async (client) => {
        const deleted = await queryRows(client, pruneRemovedDeliveries, [most]);
        if (deleted.length > 0) return 'more';
        await queryRows(client, pruneRemovedRecoveries, []);
        await queryRows(client, pruneRemovedSubscriptions, [before]);
        await queryRows(client, pruneLanes, [before]);
        return 'done';
      }),
  };
}

function prune(pool: Pool, walk: Walk, before: number, after: RetentionCursor, most: number): Promise<PruneResult> {
  return alone(pool, async (client) => {
    let { holder, row } = after;
    let [deleted, left] = [0, most];
    do {
      if (row === undefined) {
        const [found] = await queryRows<Sought>(client, walk.seek, [before, holder]);
        const { due, last } = found!;
        if (due === null) return { deleted, after: last === null ? undefined : { holder: last } };
        [holder, row] = [due, 0];
      }
      const [step] = await queryRows<Step>(client, walk.prune, [before, holder, row, left]);
      const { looked, last, young } = step!;
      // A holder's rows are nearly in the order in which they were made: behind one that is young there are only young ones.
      row = looked < left || young ? undefined : last!;
      deleted += step!.deleted;
      left -= looked + 1;
    } while (left > 0);
    return { deleted, after: { holder, row } };
  });
}

/**
 * Runs `work` in a transaction under the prune lock. Statements after the lock see everything committed before it, so
 * an event about to be sent again is not deleted.
 */
function alone<Result>(pool: Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  return translateFailures(() =>
    inTransaction(pool, async (client) => {
      // Nobody waits for it.
      client.patience = 'list';
      await lockUntilCommit(client, PRUNE_LOCK);
      return work(client);
    }),
  );
}

const NOW_MS_SQL = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const SUMMARY_SQL = `SELECT (SELECT count(*) FROM gone) AS deleted, count(*) AS looked, max(row) AS last,
    (array_agg(young ORDER BY row DESC))[1] AS young FROM looked`;

/**
 * SQL that is true if `time` is recent. A time in the future came from a clock that was set back later, and says
 * nothing about the rows after it.
 */
const isYoung = (time: string) => `${time} BETWEEN $1 AND ${NOW_MS_SQL}`;

/** Maximum number of holders that one seek examines. The seek selects the first of them that has something old. */
const HOLDERS_PER_STEP = 1_000;

interface Table {
  readonly name: string;
  readonly holders: string;
  /** Columns: the holder of a row, its number, its creation time, and the other columns that the statement needs. */
  readonly holder: string;
  readonly row: string;
  readonly time: string;
  readonly more: string;
}

const DELIVERIES: Table = {
  name: 'deliveries',
  holders: 'subscriptions',
  holder: 'subscription',
  row: 'id',
  time: 'created_on',
  more: 'state, settled_on',
};

const CHANGES: Table = {
  name: 'changes',
  holders: 'accounts',
  holder: 'account',
  row: 'seq',
  time: 'committed_on',
  more: 'type, record_id',
};

/**
 * Selects up to `most` rows after a place: the rest of the holder's rows, oldest first, then rows of the next holders.
 * With this order, PostgreSQL can only use the index on both columns, even if there are few holders.
 */
function rowsBehind(place: string, { name, holder, row, time, more }: Table, most: string): string {
  const columns = [holder, row, time, more].join(', ');
  return `(SELECT ${columns} FROM ${name} WHERE (${holder}, ${row}) > (${place}) ORDER BY ${holder}, ${row} LIMIT ${most})`;
}

function seek(table: Table): string {
  const near = `(SELECT key FROM ${table.holders} WHERE key > $2 ORDER BY key LIMIT ${HOLDERS_PER_STEP}) AS near`;
  const oldest = rowsBehind('near.key, 0', table, '1');
  return `SELECT (SELECT max(key) FROM ${near}) AS last, (
      SELECT key FROM ${near}
      WHERE (SELECT NOT (${isYoung(table.time)}) FROM ${oldest} AS oldest WHERE ${table.holder} = near.key)
      ORDER BY key LIMIT 1) AS due`;
}

const deliveries: Walk = {
  seek: { name: 'seek_old_deliveries', text: seek(DELIVERIES) },
  prune: {
    name: 'prune_deliveries',
    text: `WITH looked AS (
        SELECT id AS row, state <> 'waiting' AND settled_on < $1 AS expired, ${isYoung('created_on')} AS young
        FROM ${rowsBehind('$2, $3', DELIVERIES, '$4')} AS d WHERE subscription = $2
      ), gone AS (
        DELETE FROM deliveries AS d USING looked WHERE d.id = looked.row AND looked.expired RETURNING 1
      ) ${SUMMARY_SQL}`,
  },
};

const changes: Walk = {
  seek: { name: 'seek_old_changes', text: seek(CHANGES) },
  // What an older version of the record is found with is kept as long as that waits to be told.
  prune: {
    name: 'prune_changes',
    text: `WITH looked AS (
        SELECT c.seq AS row, ${isYoung('c.committed_on')} AS young, c.committed_on < $1 AND NOT EXISTS (
            SELECT FROM subscriptions AS s JOIN deliveries AS d
              ON d.subscription = s.key AND d.record_id = c.record_id AND d.state = 'waiting'
            WHERE s.account = c.account AND s.entity_type = c.type AND d.change_seq <= c.seq) AS expired
        FROM ${rowsBehind('$2, $3', CHANGES, '$4')} AS c WHERE c.account = $2
      ), gone AS (
        DELETE FROM changes AS c USING looked WHERE c.seq = looked.row AND looked.expired RETURNING c.account, c.seq
      ), begins AS (
        UPDATE accounts AS a SET log_begins = greatest(a.log_begins, g.seq)
        FROM (SELECT account, max(seq) AS seq FROM gone GROUP BY account) AS g WHERE a.key = g.account
      ) ${SUMMARY_SQL}`,
  },
};

/** $1 how many. */
const pruneRemovedDeliveries: PreparedStatement = {
  name: 'prune_removed_deliveries',
  text: `DELETE FROM deliveries WHERE id IN (
      SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
      WHERE s.removed_on IS NOT NULL LIMIT $1)
    RETURNING id`,
};

const pruneRemovedRecoveries: PreparedStatement = {
  name: 'prune_removed_recoveries',
  text: 'DELETE FROM recoveries WHERE subscription IN (SELECT key FROM subscriptions WHERE removed_on IS NOT NULL)',
};

/** $1 time. */
const pruneRemovedSubscriptions: PreparedStatement = {
  name: 'prune_removed_subscriptions',
  text: `WITH gone AS (
      DELETE FROM subscriptions AS s WHERE s.removed_on IS NOT NULL AND s.removed_on < $1
      AND NOT EXISTS (SELECT FROM deliveries AS d WHERE d.subscription = s.key) RETURNING s.key
    )
    DELETE FROM delivery_hours AS h USING gone WHERE h.subscription = gone.key`,
};

/** $1 time. Deletes leases of workers that died; a live worker renews its lease every few seconds. */
const pruneLanes: PreparedStatement = { name: 'prune_lanes', text: 'DELETE FROM lanes WHERE leased_until < $1' };
