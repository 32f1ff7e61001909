/**
 * The waiting deliveries of a shard on PostgreSQL, for any number of workers. A lease is a row with a token and an end by
 * the database's clock; settling locks that row and looks at the token, so a worker that lost its lease while it slept
 * writes nothing, whatever it believes.
 */
import { randomUUID } from 'node:crypto';
import type { Budget, Holding } from '../../shares/budget.ts';
import type { DeliveryState } from '../../webhooks/delivery.ts';
import type {
  Census,
  DeliveryQueue,
  Finished,
  Judge,
  Lease,
  Settled,
  Standing,
  Written,
} from '../../webhooks/queue.ts';
import { ADD_TO_HOUR, HOUR_COLUMNS, HOUR_MS, HourTallies, PLACES } from '../delivery-hours.ts';
import { makeVersionTexts } from '../version-texts.ts';
import { attemptsBefore, judgeOpen, type StandingRow, standingOf } from '../webhook-settling.ts';
import {
  type Client,
  type Pool,
  read,
  rollBack,
  rows,
  type Statement,
  together,
  type Values,
  withClient,
} from './connection.ts';
import { answering } from './failures.ts';
import { readHeads } from './webhook-heads.ts';
import { writeHours } from './webhook-hours.ts';
import {
  listWaiting,
  NOW,
  releaseLeases,
  renewLeases,
  sayGone,
  sayThere,
  type TakenRow,
  takeCensus,
  takeLeases,
} from './webhook-leases.ts';
import type { Notices } from './webhook-notices.ts';
import { type BegunPeriod, beginPeriods } from './webhook-periods.ts';

export interface QueueContext {
  /** Connections of the lanes' own: requests that keep all the others busy do not hold deliveries up. */
  readonly pool: Pool;
  /** Who asks next on them. */
  readonly questions: Budget;
  /** One connection for settling alone: lanes that look for more to send do not hold up what was sent. */
  readonly settling: Pool;
  readonly notices: Notices;
  /** The subscriptions leased by this process, with their tokens. */
  readonly own: Map<number, string>;
}

const LEASE_MS = 6_000;
const LINGER_MS = 10_000;
/** Clocks of two machines do not run at quite the same speed. */
const MARGIN_MS = 500;

export function postgresQueue({ pool, questions, settling, notices, own }: QueueContext): DeliveryQueue {
  const worker = randomUUID();
  const texts = makeVersionTexts();
  return {
    lingerMs: LINGER_MS,
    renewMs: LEASE_MS / 3,
    onWaiting: (listener) => notices.onWaiting(listener),

    async subscriptionsWaiting(after, most) {
      const waiting = await ask<{ subscription: number }>(listWaiting, [after, most, worker, LEASE_MS]);
      return waiting.map(({ subscription }) => subscription);
    },

    async lease(subscriptions, most) {
      const expires = expiry();
      const taken = await ask<TakenRow>(takeLeases, [subscriptions, worker, LEASE_MS, most]);
      for (const { subscription, token } of taken) own.set(subscription, token);
      return taken.map((row) => ({ ...row, expires }));
    },

    async renew(leases) {
      const expires = expiry();
      const [, renewed] = await answering(() =>
        withClient(pool, (client) =>
          together([
            rows(client, sayThere, [worker]),
            rows<{ subscription: number }>(client, renewLeases, [...columnsOf(leases), LEASE_MS]),
          ]),
        ),
      );
      const held = new Set(renewed.map(({ subscription }) => subscription));
      forget(leases.filter(({ subscription }) => !held.has(subscription)));
      return leases.filter(({ subscription }) => held.has(subscription)).map((lease) => ({ ...lease, expires }));
    },

    async release(leases) {
      forget(leases);
      await ask(releaseLeases, columnsOf(leases));
    },

    async census() {
      const [found] = await ask<Census>(takeCensus, [LEASE_MS]);
      return found!;
    },

    async resign() {
      await ask(sayGone, [worker]);
    },

    heads: ({ account, subscription }, wish) =>
      answering(async () => {
        // Accounts take turns: fifty lanes of one do not stand before the only one of another.
        const turn = (await questions.turn(account)) as Holding;
        try {
          return await withClient(pool, (client) => readHeads(client, subscription, wish, texts));
        } finally {
          turn.give();
        }
      }),

    settle: (finished, judge) =>
      answering(() =>
        withClient(settling, (client) =>
          settleAll(client, finished, judge).catch(async (failure) => {
            await rollBack(client);
            throw failure;
          }),
        ),
      ),

    async drop({ subscription }, most) {
      return (await ask(dropWaiting, [subscription, most])).length;
    },
  };

  function ask<Row>(statement: Statement, values: Values): Promise<Row[]> {
    return answering(() => read<Row>(pool, statement, values));
  }

  function forget(leases: readonly Lease[]): void {
    for (const { subscription, token } of leases) if (own.get(subscription) === token) own.delete(subscription);
  }
}

function expiry(): number {
  // Counted from before the question was sent, so the database never thinks it ended earlier.
  return performance.now() + LEASE_MS - MARGIN_MS;
}

function columnsOf(leases: readonly Lease[]): [number[], string[]] {
  return [leases.map(({ subscription }) => subscription), leases.map(({ token }) => token)];
}

/** Two round trips: what does not need the answers before it is sent together with them. */
async function settleAll(
  client: Client,
  finished: readonly Finished[],
  judge: Judge,
): Promise<(Written | undefined)[]> {
  const leases = new Map(finished.map(({ lease }) => [lease.token, lease]));
  const [, held, open] = await together([
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED'),
    rows<StandingRow & { subscription: number; now: number }>(client, lockLanes, columnsOf([...leases.values()])),
    rows<{ id: number; state: DeliveryState }>(client, readOpen, [
      finished.map(({ delivery }) => delivery),
      finished.map(({ lease }) => lease.subscription),
      finished.map(attemptsBefore),
    ]),
  ]);
  const states = new Map(open.map(({ id, state }) => [id, state]));
  const clocks = new Map(held.map(({ subscription, now }) => [subscription, now]));
  const standings = new Map(held.map((row) => [row.subscription, standingOf(row)]));
  const changed = new Set<number>();
  const tallies = new HourTallies();
  /** One of each subscription: the last that began holds. */
  const begun = new Map<number, BegunPeriod>();
  const settled = finished.map((one) => {
    const { subscription } = one.lease;
    const [state, standing] = [states.get(one.delivery), standings.get(subscription)];
    if (state === undefined || standing === undefined) return undefined;
    const now = clocks.get(subscription)!;
    const judged = judgeOpen(judge, { state, standing }, one, now);
    // What was dropped while its attempt was out has been counted by then.
    if (state === 'waiting') tallies.add(one, judged, now);
    if (judged.period !== undefined) begun.set(subscription, { ...judged.period, subscription, now });
    // The next one of this batch sees what this one has made of the subscription.
    if (judged.standing !== standing) changed.add(subscription);
    standings.set(subscription, judged.standing);
    return judged;
  });
  const [more] = await together([
    writeDeliveries(client, finished, settled),
    writeStandings(client, changed, standings),
    writeHours(client, tallies.all),
    beginPeriods(client, [...begun.values()]),
    client.query('COMMIT'),
  ]);
  return settled.map((one, n) => one && { settled: one, more: more.get(finished[n]!.delivery) ?? false });
}

/** By delivery, whether another one of its record waits. */
async function writeDeliveries(
  client: Client,
  finished: readonly Finished[],
  settled: readonly (Settled | undefined)[],
): Promise<Map<number, boolean>> {
  const pairs = finished.flatMap((one, n) => (settled[n] === undefined ? [] : [{ one, to: settled[n] }]));
  if (pairs.length === 0) return new Map();
  const written = await rows<{ id: number; more: boolean }>(client, writeOutcomes, [
    pairs.map(({ one }) => one.delivery),
    pairs.map(({ to }) => to.state),
    pairs.map(({ to }) => to.attempts),
    pairs.map(({ to }) => to.retry?.dueOn ?? null),
    pairs.map(({ to }) => to.status),
    pairs.map(({ to }) => to.error),
    pairs.map(({ to }) => to.repeats),
    pairs.map(({ to }) => to.entry),
  ]);
  return new Map(written.map(({ id, more }) => [id, more]));
}

async function writeStandings(
  client: Client,
  changed: ReadonlySet<number>,
  standings: ReadonlyMap<number, Standing>,
): Promise<void> {
  if (changed.size === 0) return;
  const keys = [...changed];
  await rows(client, writeSubscriptions, [
    keys,
    keys.map((key) => (standings.get(key)!.active ? 1 : 0)),
    keys.map((key) => standings.get(key)!.deactivateReason),
    keys.map((key) => standings.get(key)!.failuresInARow),
  ]);
}

/** $1 subscriptions, $2 their tokens. Nobody can take such a lane over until what is settled has been committed. */
const lockLanes: Statement = {
  name: 'lock_lanes',
  text: `SELECT l.subscription, s.active, s.deactivate_reason, s.failures_in_a_row, ${NOW} AS now FROM lanes AS l
    JOIN unnest($1::bigint[], $2::text[]) AS held (subscription, token) USING (subscription, token)
    JOIN subscriptions AS s ON s.key = l.subscription AND s.removed_on IS NULL
    ORDER BY l.subscription FOR NO KEY UPDATE OF l, s`,
};

/** $1 deliveries, $2 their subscriptions, $3 attempts known before. After the locks: nothing can change it any more. */
const readOpen: Statement = {
  name: 'read_open',
  text: `SELECT d.id, d.state
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS o (id, subscription, attempts)
    JOIN deliveries AS d ON d.id = o.id AND d.subscription = o.subscription AND d.attempts = o.attempts
    WHERE d.state IN ('waiting', 'dropped')`,
};

/**
 * The new row is not yet visible to the subquery, but the old one is: it looks at those behind it alone, and by the index of what waits
 * (`lowestOf` in webhook-heads says why it is put like that).
 */
const writeOutcomes: Statement = {
  name: 'write_outcomes',
  text: `UPDATE deliveries AS d SET
      state = o.state, due_on = o.due_on, settled_on = CASE WHEN o.due_on IS NULL THEN ${NOW} END, attempts = o.attempts,
      last_status = o.status, last_error = o.error, repeats = o.repeats, log = concat_ws(',', nullif(d.log, ''), o.entry)
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::text[])
      AS o (id, state, attempts, due_on, status, error, repeats, entry)
    WHERE d.id = o.id
    RETURNING d.id, (SELECT true FROM deliveries AS n WHERE n.state = 'waiting' AND n.subscription = d.subscription
      AND n.record_id >= d.record_id AND n.record_id <= d.record_id AND n.id > d.id
      ORDER BY n.record_id, n.id LIMIT 1) IS NOT NULL AS more`,
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
  text: `WITH dropped AS (
      UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ${NOW} WHERE id IN (
        SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
        WHERE s.key = $1 AND NOT s.active AND d.state = 'waiting' AND d.cause <> 'test' LIMIT $2)
      RETURNING id
    ), counted AS (
      INSERT INTO delivery_hours AS h (${HOUR_COLUMNS})
      SELECT $1, hour % ${PLACES}, hour, 0, 0, 0, dropped, NULL, ''
      FROM (SELECT ${NOW} / ${HOUR_MS} AS hour, count(*) AS dropped FROM dropped) AS t WHERE dropped > 0 ${ADD_TO_HOUR}
    )
    SELECT id FROM dropped`,
};
