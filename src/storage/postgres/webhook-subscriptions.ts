/** The subscriptions of one key on PostgreSQL, and the deliveries somebody asked for. */
import type { AccountScope } from '../../accounts/account.ts';
import type { RecordTypeName } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import type { Notice } from '../../webhooks/queue.ts';
import { eventForgotten, subscriptionOff, tooManySubscriptions } from '../../webhooks/refusals.ts';
import type { SubscriptionStore } from '../../webhooks/store.ts';
import { periodBegun, SWITCHED_ON } from '../../webhooks/subscriptions/periods.ts';
import { showSubscription } from '../../webhooks/subscriptions/subscription.ts';
import { accountFrozen } from '../refusals.ts';
import {
  type DeliveryRow,
  deliveryOf,
  keptSample,
  type SubscriptionRow,
  subscriptionOf,
  wishValues,
} from '../webhook-rows.ts';
import { standingOf } from '../webhook-settling.ts';
import { type Client, inTransaction, type Pool, read, rows } from './connection.ts';
import { answering, problemOf } from './failures.ts';
import { findAnswer, keepAnswer } from './idempotency.ts';
import { accountLock, lockUntilCommit, PRUNE_LOCK, SCHEMA_LOCK, shareUntilCommit, subscriptionsLock } from './locks.ts';
import type { SchemaGuard, SchemaState } from './schema-guard.ts';
import { statementsOf } from './statements.ts';
import { readAudience } from './webhook-audience.ts';
import type { Notices } from './webhook-notices.ts';
import { beginPeriods } from './webhook-periods.ts';
import { dropWaiting } from './webhook-queue.ts';
import * as statements from './webhook-statements.ts';

export interface SubscriptionContext {
  readonly pool: Pool;
  readonly notices: Notices;
  readonly schema: SchemaGuard;
}

/** Rows dropped in one transaction, while others wait for it. */
const DROPPED_AT_ONCE = 500;

/** Inside a transaction that holds the account: its clock, and what the lanes are told after the commit. */
interface Work {
  readonly client: Client;
  readonly now: number;
  tell(notice: Exclude<Notice, 'anything'>): void;
}

interface Clock extends SchemaState {
  readonly now: number;
  readonly frozen: boolean;
}

export function postgresSubscriptions(
  { pool, notices, schema }: SubscriptionContext,
  { key: account }: AccountScope,
  integrationID: string,
): SubscriptionStore {
  return {
    audience: (events) => answering(() => readAudience(pool, account, integrationID, events)),
    list: () =>
      answering(async () => {
        const found = await read<SubscriptionRow>(pool, statements.listSubscriptions, [account, integrationID]);
        return found.map(subscriptionOf);
      }),

    find: (id) =>
      answering(async () => {
        const [row] = await read<SubscriptionRow>(pool, statements.findSubscription, [account, integrationID, id]);
        return row && subscriptionOf(row);
      }),

    create: (wishes, most, once) =>
      unlessFrozen(async ({ client, now }) => {
        await lockUntilCommit(client, subscriptionsLock(account));
        const answer = once && (await findAnswer(client, account, once));
        if (answer !== undefined) return answer instanceof Problem ? answer : { ...answer, replayed: true };
        const others = await rows(client, statements.listSubscriptions, [account, integrationID]);
        if (others.length >= most) return tooManySubscriptions(most);
        const [counter] = await rows<{ id: number }>(client, statements.takeSubscriptionID, [account]);
        const given = [account, counter!.id, integrationID, wishes.entityType, wishes.action, now];
        const [row] = await rows<SubscriptionRow>(client, statements.insertSubscription, [
          ...given,
          ...wishValues(wishes),
        ]);
        await beginPeriods(client, [{ ...SWITCHED_ON, subscription: row!.key, now }]);
        const made = { id: row!.id, version: 1, text: showSubscription(subscriptionOf(row!)) };
        if (once !== undefined) await keepAnswer(client, account, once, { type: 'Webhooks', record: made, now });
        return { ...made, replayed: false };
      }),

    change: (id, decide) =>
      withSubscription(id, async ({ client, tell }, row) => {
        const wishes = decide(subscriptionOf(row));
        if (wishes instanceof Problem) return wishes;
        const [after] = await rows<SubscriptionRow>(client, statements.updateSubscription, [
          row.key,
          ...wishValues(wishes),
        ]);
        tell({ subscription: row.key });
        return subscriptionOf(after!);
      }),

    async reactivate(id) {
      for (;;) {
        const done = await withSubscription(id, async ({ client, now, tell }, row) => {
          const dropped = await rows(client, dropWaiting, [row.key, DROPPED_AT_ONCE]);
          if (dropped.length === DROPPED_AT_ONCE) return 'more';
          const [after] = await rows<SubscriptionRow>(client, statements.reactivateSubscription, [row.key]);
          const begun = periodBegun(standingOf(row), standingOf(after!));
          if (begun !== undefined) await beginPeriods(client, [{ ...begun, subscription: row.key, now }]);
          tell({ subscription: row.key });
          return subscriptionOf(after!);
        });
        if (done !== 'more') return done;
      }
    },

    remove: (id) =>
      withSubscription(id, async ({ client, now, tell }, row) => {
        await rows(client, statements.removeSubscription, [row.key, now]);
        tell({ subscription: row.key });
        return 'removed' as const;
      }),

    test: (id, sampleOf) =>
      withSubscription(id, async ({ client, now, tell }, row) => {
        const sample = sampleOf(subscriptionOf(row), now);
        const [made] = await rows<DeliveryRow>(client, statements.insertTest, [
          row.key,
          sample.id,
          now,
          keptSample(sample),
        ]);
        return told(deliveryOf(made!), row, tell);
      }),

    resend: (id, deliveryID) =>
      unlessFrozen(async ({ client, now, tell }) => {
        const [found] = await rows<SubscriptionRow>(client, statements.findSubscription, [account, integrationID, id]);
        const [known] = found ? await rows<DeliveryRow>(client, statements.findDelivery, [found.key, deliveryID]) : [];
        if (found === undefined || known === undefined) return undefined;
        // Numbered in the order of commits among the record's own changes: the lane sends, and looks back, by number.
        // Before the subscription is locked, which those who settle wait for.
        await rows(client, statementsOf(found.entity_type as RecordTypeName).lock, [
          account,
          known.record_id,
          accountLock(account),
        ]);
        const [row] = await rows<SubscriptionRow>(client, statements.lockSubscription, [account, integrationID, id]);
        if (row === undefined) return undefined;
        if (!row.active) return subscriptionOff();
        // Else the event could be forgotten between being found here and being needed by the lane.
        await shareUntilCommit(client, PRUNE_LOCK);
        const [made] = await rows<DeliveryRow>(client, statements.insertResend, [deliveryID, now]);
        return made === undefined ? eventForgotten() : told(deliveryOf(made), row, tell);
      }),

    delivery: (id, deliveryID) =>
      answering(async () => {
        const [row] = await read<SubscriptionRow>(pool, statements.findSubscription, [account, integrationID, id]);
        if (row === undefined) return undefined;
        const [delivery] = await read<DeliveryRow>(pool, statements.findDelivery, [row.key, deliveryID]);
        return delivery && deliveryOf(delivery);
      }),
  };

  function withSubscription<Result>(
    id: number,
    work: (context: Work, row: SubscriptionRow) => Promise<Result>,
  ): Promise<Result | Problem | undefined> {
    return unlessFrozen(async (context) => {
      const [row] = await rows<SubscriptionRow>(context.client, statements.lockSubscription, [
        account,
        integrationID,
        id,
      ]);
      return row && work(context, row);
    });
  }

  /** The account cannot be frozen or removed before this is committed. */
  async function unlessFrozen<Result>(work: (context: Work) => Promise<Result>): Promise<Result | Problem> {
    const waiting: Exclude<Notice, 'anything'>[] = [];
    try {
      const result = await inTransaction(pool, async (client) => {
        await shareUntilCommit(client, SCHEMA_LOCK);
        await shareUntilCommit(client, accountLock(account));
        const [clock] = await rows<Clock>(client, statements.readAccount, [account]);
        const outdated = clock && schema.judge(clock);
        if (outdated !== undefined) return outdated;
        if (clock === undefined || clock.frozen) return accountFrozen();
        return work({ client, now: clock.now, tell: (notice) => void waiting.push(notice) });
      });
      notices.tell(waiting);
      return result;
    } catch (failure) {
      const problem = problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    }
  }
}

function told(delivery: Delivery, { key }: SubscriptionRow, tell: Work['tell']): Delivery {
  tell({ subscription: key, record: delivery.recordID });
  return delivery;
}
