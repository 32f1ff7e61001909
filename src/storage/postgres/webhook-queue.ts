/**
 * The waiting deliveries of a shard on PostgreSQL, for any number of workers. A lease is a row with a token and an end by
 * the database's clock; settling locks that row and looks at the token, so a worker that lost its lease while it slept
 * writes nothing, whatever it believes.
 */
import { randomUUID } from 'node:crypto';
import type { DeliveryQueue, Finished, Lease, Settled, Standing } from '../../webhooks/queue.ts';
import { type Client, inTransaction, type Pool, read, rows, type Statement, withClient } from './connection.ts';
import { readHeads } from './webhook-heads.ts';
import type { Notices } from './webhook-notices.ts';

export interface QueueContext {
  /** Connections of the lanes' own: requests that keep all the others busy do not hold deliveries up. */
  readonly pool: Pool;
  readonly notices: Notices;
  /** The subscriptions leased by this process. */
  readonly own: Set<number>;
}

const LEASE_MS = 6_000;
/** Clocks of two machines do not run at quite the same speed. */
const MARGIN_MS = 500;

export function postgresQueue({ pool, notices, own }: QueueContext): DeliveryQueue {
  return {
    onWaiting: (listener) => notices.onWaiting(listener),

    async subscriptionsWaiting() {
      const waiting = await read<{ subscription: number }>(pool, listWaiting, []);
      return waiting.map(({ subscription }) => subscription);
    },

    async lease(subscription) {
      const token = randomUUID();
      const expires = expiry();
      const leased = await read(pool, takeLease, [subscription, token, LEASE_MS]);
      if (leased.length === 0) return undefined;
      own.add(subscription);
      return { subscription, token, expires };
    },

    async renew(leases) {
      const expires = expiry();
      const renewed = await read<{ subscription: number }>(pool, renewLeases, [...columnsOf(leases), LEASE_MS]);
      const held = new Set(renewed.map(({ subscription }) => subscription));
      for (const { subscription } of leases) if (!held.has(subscription)) own.delete(subscription);
      return leases.filter(({ subscription }) => held.has(subscription)).map((lease) => ({ ...lease, expires }));
    },

    async release(leases) {
      for (const { subscription } of leases) own.delete(subscription);
      await read(pool, releaseLeases, columnsOf(leases));
    },

    heads: ({ subscription }, wish) => withClient(pool, (client) => readHeads(client, subscription, wish)),

    settle: (finished, judge) =>
      inTransaction(pool, async (client) => {
        const standings = await lockStandings(client, finished);
        const settled = finished.map((one) => {
          const found = standings.get(one.lease.subscription);
          if (found === undefined) return undefined;
          const judged = judge(found.standing, one, found.now);
          found.changed ||= judged.standing !== found.standing;
          found.standing = judged.standing;
          return judged;
        });
        const [written] = await Promise.all([
          writeDeliveries(client, finished, settled),
          writeStandings(client, standings),
        ]);
        return settled.map((one, n) => (written.has(finished[n]!.delivery) ? one : undefined));
      }),

    async drop({ subscription }, most) {
      return (await read(pool, dropWaiting, [subscription, most])).length;
    },
  };
}

function expiry(): number {
  // Counted from before the question was sent, so the database never thinks it ended earlier.
  return performance.now() + LEASE_MS - MARGIN_MS;
}

function columnsOf(leases: readonly Lease[]): [number[], string[]] {
  return [leases.map(({ subscription }) => subscription), leases.map(({ token }) => token)];
}

interface Found {
  standing: Standing;
  changed: boolean;
  readonly now: number;
}

async function lockStandings(client: Client, finished: readonly Finished[]): Promise<Map<number, Found>> {
  const leases = new Map(finished.map(({ lease }) => [lease.token, lease]));
  const found = await rows<{
    subscription: number;
    active: boolean;
    deactivate_reason: string | null;
    failures_in_a_row: number;
    now: number;
  }>(client, lockLanes, columnsOf([...leases.values()]));
  return new Map(
    found.map(({ subscription, active, deactivate_reason, failures_in_a_row, now }) => {
      const standing = { active, deactivateReason: deactivate_reason, failuresInARow: failures_in_a_row };
      return [subscription, { standing, changed: false, now }];
    }),
  );
}

/** The deliveries that were written, by id. */
async function writeDeliveries(
  client: Client,
  finished: readonly Finished[],
  settled: readonly (Settled | undefined)[],
): Promise<Set<number>> {
  const pairs = finished.flatMap((one, n) => (settled[n] === undefined ? [] : [{ one, to: settled[n] }]));
  if (pairs.length === 0) return new Set();
  const written = await rows<{ id: number }>(client, writeOutcomes, [
    pairs.map(({ one }) => one.delivery),
    pairs.map(({ one }) => one.lease.subscription),
    pairs.map(({ to }) => to.state),
    pairs.map(({ to }) => to.attempts),
    pairs.map(({ to }) => to.retry?.dueOn ?? null),
    pairs.map(({ to }) => to.status),
    pairs.map(({ to }) => to.error),
    pairs.map(({ to }) => to.repeats),
    pairs.map(({ to }) => to.entry),
  ]);
  return new Set(written.map(({ id }) => id));
}

async function writeStandings(client: Client, standings: ReadonlyMap<number, Found>): Promise<void> {
  const changed = [...standings].filter(([, found]) => found.changed);
  if (changed.length === 0) return;
  await rows(client, writeSubscriptions, [
    changed.map(([subscription]) => subscription),
    changed.map(([, { standing }]) => (standing.active ? 1 : 0)),
    changed.map(([, { standing }]) => standing.deactivateReason),
    changed.map(([, { standing }]) => standing.failuresInARow),
  ]);
}

const NOW = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** One seek for each subscription that has something waiting, however much. */
const listWaiting: Statement = {
  name: 'list_waiting',
  text: `WITH RECURSIVE waiting (subscription) AS (
      SELECT min(subscription) FROM deliveries WHERE state = 'waiting'
      UNION ALL
      SELECT (SELECT min(d.subscription) FROM deliveries AS d WHERE d.state = 'waiting' AND d.subscription > w.subscription)
      FROM waiting AS w WHERE w.subscription IS NOT NULL
    )
    SELECT w.subscription FROM waiting AS w
    JOIN subscriptions AS s ON s.key = w.subscription JOIN accounts AS a ON a.key = s.account
    LEFT JOIN lanes AS l ON l.subscription = w.subscription AND l.leased_until > ${NOW}
    WHERE NOT a.frozen AND s.removed_on IS NULL AND l.subscription IS NULL`,
};

/** $1 subscription, $2 token, $3 milliseconds. */
const takeLease: Statement = {
  name: 'take_lease',
  text: `INSERT INTO lanes AS l (subscription, token, leased_until) VALUES ($1, $2, ${NOW} + $3)
    ON CONFLICT (subscription) DO UPDATE SET token = excluded.token, leased_until = ${NOW} + $3
    WHERE l.leased_until <= ${NOW} RETURNING subscription`,
};

/** $1 subscriptions, $2 their tokens, $3 milliseconds. Locked in order, as those who settle do: else they could wait for each other. */
const renewLeases: Statement = {
  name: 'renew_leases',
  text: `WITH mine AS (
      SELECT l.subscription FROM lanes AS l
      JOIN unnest($1::bigint[], $2::text[]) AS held (subscription, token) USING (subscription, token)
      ORDER BY l.subscription FOR UPDATE OF l
    )
    UPDATE lanes AS l SET leased_until = ${NOW} + $3 FROM mine WHERE l.subscription = mine.subscription
    RETURNING l.subscription`,
};

const releaseLeases: Statement = {
  name: 'release_leases',
  text: `DELETE FROM lanes AS l USING unnest($1::bigint[], $2::text[]) AS held (subscription, token)
    WHERE l.subscription = held.subscription AND l.token = held.token`,
};

/** $1 subscriptions, $2 their tokens. Nobody can take such a lane over until what is settled has been committed. */
const lockLanes: Statement = {
  name: 'lock_lanes',
  text: `SELECT l.subscription, s.active, s.deactivate_reason, s.failures_in_a_row, ${NOW} AS now
    FROM lanes AS l
    JOIN unnest($1::bigint[], $2::text[]) AS held (subscription, token) USING (subscription, token)
    JOIN subscriptions AS s ON s.key = l.subscription AND s.removed_on IS NULL
    ORDER BY l.subscription FOR NO KEY UPDATE OF l, s`,
};

/** A delivery that was dropped while its attempt was out shows what came of it, but is not tried again. */
const writeOutcomes: Statement = {
  name: 'write_outcomes',
  text: `UPDATE deliveries AS d SET
      state = CASE WHEN d.state = 'dropped' AND o.state = 'waiting' THEN 'dropped' ELSE o.state END,
      due_on = CASE WHEN d.state = 'dropped' THEN NULL ELSE o.due_on END,
      settled_on = CASE WHEN o.state = 'waiting' THEN d.settled_on ELSE ${NOW} END,
      attempts = o.attempts, last_status = o.status, last_error = o.error, repeats = o.repeats,
      log = concat_ws(',', nullif(d.log, ''), o.entry)
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[],
      $9::text[]) AS o (id, subscription, state, attempts, due_on, status, error, repeats, entry)
    WHERE d.id = o.id AND d.subscription = o.subscription AND d.state IN ('waiting', 'dropped')
      AND d.attempts = CASE WHEN o.entry IS NULL THEN 0 ELSE o.attempts - 1 END
    RETURNING d.id`,
};

const writeSubscriptions: Statement = {
  name: 'write_standings',
  text: `UPDATE subscriptions AS s SET active = w.active = 1, deactivate_reason = w.reason, failures_in_a_row = w.failures
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS w (key, active, reason, failures)
    WHERE s.key = w.key`,
};

/** $1 subscription, $2 how many. Nothing while the subscription is on; tests stay. */
export const dropWaiting: Statement = {
  name: 'drop_waiting',
  text: `UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ${NOW} WHERE id IN (
      SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
      WHERE s.key = $1 AND NOT s.active AND d.state = 'waiting' AND d.cause <> 'test' LIMIT $2)
    RETURNING id`,
};
