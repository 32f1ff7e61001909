/**
 * SQL for the leases that allow a worker to send for a subscription, and for the list of live workers. Leases end by
 * the database's clock. Workers register themselves, so that each can compute its fair share.
 */
import type { PreparedStatement } from '../../postgres/connection.ts';

/** Time after which a worker is considered dead: much longer than any lease. */
const DEAD_WORKER_MS = 600_000;

export const NOW_MS_SQL = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * $1 the previous subscription, $2 how many, $3 this worker, $4 the length of a lease. One index seek for each
 * subscription with waiting deliveries, however many wait.
 */
export const listWaitingSubscriptions: PreparedStatement = {
  name: 'list_waiting',
  text: `WITH RECURSIVE waiting (subscription) AS (
      SELECT min(subscription) FROM deliveries WHERE state = 'waiting' AND subscription > $1
      UNION ALL
      SELECT (SELECT min(d.subscription) FROM deliveries AS d WHERE d.state = 'waiting' AND d.subscription > w.subscription)
      FROM waiting AS w WHERE w.subscription IS NOT NULL
    )
    SELECT w.subscription FROM waiting AS w
    JOIN subscriptions AS s ON s.key = w.subscription JOIN accounts AS a ON a.key = s.account
    LEFT JOIN lanes AS l ON l.subscription = w.subscription AND l.leased_until > ${NOW_MS_SQL} AND l.leased_until <= ${NOW_MS_SQL} + $4
    WHERE NOT a.frozen AND s.removed_on IS NULL AND (l.subscription IS NULL OR l.worker = $3) LIMIT $2`,
};

export interface AcquiredLeaseRow {
  readonly subscription: number;
  readonly token: string;
  readonly account: string;
  readonly failing: boolean;
}

/**
 * $1 subscriptions, $2 this worker, $3 milliseconds, $4 how many. All statements lock lanes in the same order, to
 * prevent deadlocks. A lease that ends later than any lease can was written before the clock was set back. Its holder
 * may be alive, so the lease is shortened to the normal length and not taken. A live holder renews it long before that;
 * a dead one loses it then.
 */
export const acquireLeases: PreparedStatement = {
  name: 'take_leases',
  text: `WITH free AS MATERIALIZED (
      SELECT s.key, gen_random_uuid()::text AS token, a.id AS account,
        s.failures_in_a_row > 0 OR s.down_since IS NOT NULL AS failing
      FROM unnest($1::bigint[]) AS wanted (key) JOIN subscriptions AS s USING (key) JOIN accounts AS a ON a.key = s.account
      LEFT JOIN lanes AS l ON l.subscription = s.key AND l.leased_until > ${NOW_MS_SQL} AND l.leased_until <= ${NOW_MS_SQL} + $3
      WHERE l.subscription IS NULL ORDER BY s.key LIMIT $4
    ), taken AS (
      INSERT INTO lanes AS l (subscription, token, worker, leased_until)
      SELECT key, token, $2, ${NOW_MS_SQL} + $3 FROM free ORDER BY key
      ON CONFLICT (subscription) DO UPDATE SET
        token = CASE WHEN l.leased_until <= ${NOW_MS_SQL} THEN excluded.token ELSE l.token END,
        worker = CASE WHEN l.leased_until <= ${NOW_MS_SQL} THEN excluded.worker ELSE l.worker END,
        leased_until = ${NOW_MS_SQL} + $3
      WHERE l.leased_until <= ${NOW_MS_SQL} OR l.leased_until > ${NOW_MS_SQL} + $3
      RETURNING l.subscription, l.token
    )
    SELECT taken.subscription, taken.token, free.account, free.failing
    FROM taken JOIN free ON free.key = taken.subscription AND free.token = taken.token`,
};

/**
 * $1 this worker. Also deletes workers that have not registered for a long time, and registrations from before the
 * clock was set back.
 */
export const registerWorker: PreparedStatement = {
  name: 'say_there',
  text: `WITH gone AS (
      DELETE FROM workers WHERE abs(seen_on - ${NOW_MS_SQL}) > ${DEAD_WORKER_MS} AND worker <> $1
    )
    INSERT INTO workers (worker, seen_on) VALUES ($1, ${NOW_MS_SQL}) ON CONFLICT (worker) DO UPDATE SET seen_on = ${NOW_MS_SQL}`,
};

export const unregisterWorker: PreparedStatement = { name: 'say_gone', text: 'DELETE FROM workers WHERE worker = $1' };

/** $1 milliseconds: the validity of a registration, and the length of a lease. */
export const countWorkers: PreparedStatement = {
  name: 'take_census',
  text: `SELECT (SELECT count(*) FROM workers WHERE abs(seen_on - ${NOW_MS_SQL}) < $1) AS workers,
      (SELECT count(*) FROM lanes WHERE leased_until > ${NOW_MS_SQL} AND leased_until <= ${NOW_MS_SQL} + $1) AS leases`,
};

/**
 * $1 subscriptions, $2 their tokens, $3 milliseconds. Locks the lanes in the same order as settling, to prevent
 * deadlocks.
 */
export const renewLeases: PreparedStatement = {
  name: 'renew_leases',
  text: `WITH mine AS (
      SELECT l.subscription FROM lanes AS l
      JOIN unnest($1::bigint[], $2::text[]) AS held (subscription, token) USING (subscription, token)
      ORDER BY l.subscription FOR UPDATE OF l
    )
    UPDATE lanes AS l SET leased_until = ${NOW_MS_SQL} + $3 FROM mine WHERE l.subscription = mine.subscription
    RETURNING l.subscription`,
};

export const releaseLeases: PreparedStatement = {
  name: 'release_leases',
  text: `DELETE FROM lanes AS l USING unnest($1::bigint[], $2::text[]) AS held (subscription, token)
    WHERE l.subscription = held.subscription AND l.token = held.token`,
};
