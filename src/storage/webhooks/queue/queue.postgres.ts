/**
 * The waiting deliveries of a shard on PostgreSQL, for any number of workers. A lease is a row with a token and an end by
 * the database's clock; settling locks that row and looks at the token, so a worker that lost its lease while it slept
 * writes nothing, whatever it believes.
 */
import { randomUUID } from 'node:crypto';
import type { Budget, Holding } from '../../../fairness/budget.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { Census, DeliveryQueue, Lease } from '../../../webhooks/queue.ts';
import {
  type Pool,
  read,
  rollBack,
  rows,
  type Statement,
  together,
  type Values,
  withClient,
} from '../../postgres/connection.ts';
import { answering } from '../../postgres/failures.ts';
import { makeVersionTexts } from '../../records/log/version-texts.ts';
import { ADD_TO_HOUR, HOUR_COLUMNS, HOUR_MS, PLACES } from '../delivery-hours.ts';
import { makeSecretsReader } from '../subscriptions/subscription-secrets.ts';
import { readHeads } from './heads.postgres.ts';
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
} from './leases.postgres.ts';
import type { Notices } from './notifications.postgres.ts';
import { columnsOf, settleAll } from './settle.postgres.ts';

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
  readonly seals: Seals;
}

const LEASE_MS = 6_000;
const LINGER_MS = 10_000;
/** Clocks of two machines do not run at quite the same speed. */
const MARGIN_MS = 500;

export function postgresQueue({ pool, questions, settling, notices, own, seals }: QueueContext): DeliveryQueue {
  const worker = randomUUID();
  const known = { texts: makeVersionTexts(), secretsOf: makeSecretsReader(seals) };
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
          return await withClient(pool, (client) => readHeads(client, subscription, wish, known));
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

/** $1 subscription, $2 how many. Nothing while the subscription is on; tests stay. */
export const dropWaiting: Statement = {
  name: 'drop_waiting',
  text: `WITH dropped AS (
      UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = ${NOW} WHERE id IN (
        SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
        WHERE s.key = $1 AND NOT s.active AND d.state = 'waiting' AND d.cause <> 'test' LIMIT $2
        -- Those who settle hold it, so that neither writes, and counts, over the other.
        FOR SHARE OF s)
        -- Asked again of a row that was waited for: it may have been settled meanwhile.
        AND state = 'waiting'
      RETURNING id
    ), counted AS (
      INSERT INTO delivery_hours AS h (${HOUR_COLUMNS})
      SELECT $1, hour % ${PLACES}, hour, 0, 0, 0, dropped, NULL, ''
      FROM (SELECT ${NOW} / ${HOUR_MS} AS hour, count(*) AS dropped FROM dropped) AS t WHERE dropped > 0 ${ADD_TO_HOUR}
    )
    SELECT id FROM dropped`,
};
