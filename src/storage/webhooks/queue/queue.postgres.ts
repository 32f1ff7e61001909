/**
 * Queue of a shard's waiting deliveries on PostgreSQL, for any number of workers. A lease is a row with a token and an
 * end by the database's clock. Settling locks that row and checks the token, so a worker that lost its lease while it
 * was suspended writes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { FairSemaphore, Permit } from '../../../fairness/budget.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { DeliveryQueue, Lease, WorkerCounts } from '../../../webhooks/queue.ts';
import {
  awaitPipelined,
  type Pool,
  type PreparedStatement,
  queryFromPool,
  queryRows,
  rollBack,
  type StatementValues,
  withClient,
} from '../../postgres/connection.ts';
import { translateFailures } from '../../postgres/failures.ts';
import { createVersionTextCache } from '../../records/log/version-text-cache.ts';
import { HOUR_COLUMNS, HOUR_MS, HOUR_RING_SIZE, MERGE_HOUR_SQL } from '../delivery-hours.ts';
import { createSecretsReader } from '../subscriptions/subscription-secrets.ts';
import { readHeads } from './heads.postgres.ts';
import {
  type AcquiredLeaseRow,
  acquireLeases,
  countWorkers,
  listWaitingSubscriptions,
  NOW_MS_SQL,
  registerWorker,
  releaseLeases,
  renewLeases,
  unregisterWorker,
} from './leases.postgres.ts';
import type { PostgresNotifications } from './notifications.postgres.ts';
import { leaseColumns, settleAll } from './settle.postgres.ts';

export interface PostgresQueueContext {
  /** Connections reserved for the lanes, so that requests that occupy all other connections do not delay deliveries. */
  readonly pool: Pool;
  /** Shares these connections fairly between accounts. */
  readonly questions: FairSemaphore;
  /** Reserves one connection for settling, so that lanes that read more heads do not delay it. */
  readonly settling: Pool;
  readonly notices: PostgresNotifications;
  /** The subscriptions leased by this process, with their tokens. */
  readonly own: Map<number, string>;
  readonly seals: Seals;
}

const LEASE_MS = 6_000;
const IDLE_LEASE_MS = 10_000;
/** Safety margin, because the clocks of two machines do not run at exactly the same speed. */
const CLOCK_SKEW_MARGIN_MS = 500;

export function createPostgresDeliveryQueue({
  pool,
  questions,
  settling,
  notices,
  own,
  seals,
}: PostgresQueueContext): DeliveryQueue {
  const worker = randomUUID();
  const known = { texts: createVersionTextCache(), secretsOf: createSecretsReader(seals) };
  return {
    lingerMs: IDLE_LEASE_MS,
    renewMs: LEASE_MS / 3,
    onWaiting: (listener) => notices.onWaiting(listener),

    async subscriptionsWaiting(after, most) {
      const waiting = await ask<{ subscription: number }>(listWaitingSubscriptions, [after, most, worker, LEASE_MS]);
      return waiting.map(({ subscription }) => subscription);
    },

    async lease(subscriptions, most) {
      const expires = expiry();
      const taken = await ask<AcquiredLeaseRow>(acquireLeases, [subscriptions, worker, LEASE_MS, most]);
      for (const { subscription, token } of taken) own.set(subscription, token);
      return taken.map((row) => ({ ...row, expires }));
    },

    async renew(leases) {
      const expires = expiry();
      const [, renewed] = await translateFailures(() =>
        withClient(pool, (client) =>
          awaitPipelined([
            queryRows(client, registerWorker, [worker]),
            queryRows<{ subscription: number }>(client, renewLeases, [...leaseColumns(leases), LEASE_MS]),
          ]),
        ),
      );
      const held = new Set(renewed.map(({ subscription }) => subscription));
      forget(leases.filter(({ subscription }) => !held.has(subscription)));
      return leases.filter(({ subscription }) => held.has(subscription)).map((lease) => ({ ...lease, expires }));
    },

    async release(leases) {
      forget(leases);
      await ask(releaseLeases, leaseColumns(leases));
    },

    async census() {
      const [found] = await ask<WorkerCounts>(countWorkers, [LEASE_MS]);
      return found!;
    },

    async resign() {
      await ask(unregisterWorker, [worker]);
    },

    heads: ({ account, subscription }, wish) =>
      translateFailures(async () => {
        // Accounts take turns: fifty lanes of one do not stand before the only one of another.
        const turn = (await questions.turn(account)) as Permit;
        try {
          return await withClient(pool, (client) => readHeads(client, subscription, wish, known));
        } finally {
          turn.give();
        }
      }),

    settle: (finished, judge) =>
      translateFailures(() =>
        withClient(settling, (client) =>
          settleAll(client, finished, judge).catch(async (failure) => {
            await rollBack(client);
            throw failure;
          }),
        ),
      ),

    async drop({ subscription }, most) {
      return (await ask(dropWaitingDeliveries, [subscription, most])).length;
    },
  };

  function ask<Row>(statement: PreparedStatement, values: StatementValues): Promise<Row[]> {
    return translateFailures(() => queryFromPool<Row>(pool, statement, values));
  }

  function forget(leases: readonly Lease[]): void {
    for (const { subscription, token } of leases) if (own.get(subscription) === token) own.delete(subscription);
  }
}

function expiry(): number {
  // Counted from before the question was sent, so the database never thinks it ended earlier.
  return performance.now() + LEASE_MS - CLOCK_SKEW_MARGIN_MS;
}

/** $1 subscription, $2 how many. Drops nothing while the subscription is active; tests stay. */
export const dropWaitingDeliveries: PreparedStatement = {
  name: 'drop_waiting',
  text: `WITH dropped AS (
      UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ${NOW_MS_SQL} WHERE id IN (
        SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
        WHERE s.key = $1 AND NOT s.active AND d.state = 'waiting' AND d.cause <> 'test' LIMIT $2
        -- Those who settle hold it, so that neither writes, and counts, over the other.
        FOR SHARE OF s)
        -- Asked again of a row that was waited for: it may have been settled meanwhile.
        AND state = 'waiting'
      RETURNING id
    ), counted AS (
      INSERT INTO delivery_hours AS h (${HOUR_COLUMNS})
      SELECT $1, hour % ${HOUR_RING_SIZE}, hour, 0, 0, 0, dropped, NULL, ''
      FROM (SELECT ${NOW_MS_SQL} / ${HOUR_MS} AS hour, count(*) AS dropped FROM dropped) AS t WHERE dropped > 0 ${MERGE_HOUR_SQL}
    )
    SELECT id FROM dropped`,
};
