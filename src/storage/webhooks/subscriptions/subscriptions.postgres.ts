/** The subscriptions of one key on PostgreSQL, and the deliveries somebody asked for. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Remembering } from '../../../accounts/remembered.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { Seals } from '../../../lib/sealed.ts';
import { Problem } from '../../../problems.ts';
import { outageAfterChange } from '../../../webhooks/delivery/settle/outage.ts';
import type { Delivery } from '../../../webhooks/delivery.ts';
import type { Notice } from '../../../webhooks/queue.ts';
import { eventForgotten, keyRevoked, subscriptionOff, tooManySubscriptions } from '../../../webhooks/refusals.ts';
import type { SubscriptionStore } from '../../../webhooks/store.ts';
import { periodBegun, SWITCHED_ON } from '../../../webhooks/subscriptions/periods.ts';
import { SAMPLE_ID } from '../../../webhooks/subscriptions/sample.ts';
import { newSigningSecret, shownSecret } from '../../../webhooks/subscriptions/signing-secrets.ts';
import { type Subscription, showNewSubscription } from '../../../webhooks/subscriptions/subscription.ts';
import { telling } from '../../people/audit-entry.ts';
import {
  type Client,
  inTransaction,
  type Pool,
  read,
  rows,
  type Statement,
  type Values,
} from '../../postgres/connection.ts';
import { answering, problemOf } from '../../postgres/failures.ts';
import {
  accountLock,
  lockUntilCommit,
  PRUNE_LOCK,
  SCHEMA_LOCK,
  shareUntilCommit,
  subscriptionsLock,
} from '../../postgres/locks.ts';
import { findAnswer, keepAnswer } from '../../records/changes/idempotency.postgres.ts';
import { statementsOf } from '../../records/statements.postgres.ts';
import type { SchemaGuard, SchemaState } from '../../schema/schema-guard.postgres.ts';
import { accountFrozen } from '../../sql/constraint-refusals.ts';
import { writeAll } from '../../sql/portable-sql.postgres.ts';
import { readAudience } from '../audience.postgres.ts';
import type { Notices } from '../queue/notifications.postgres.ts';
import { dropWaiting } from '../queue/queue.postgres.ts';
import { endPauses, FIRST } from '../queue/retry-pauses.postgres.ts';
import { standingOf } from '../queue/settle.ts';
import {
  type DeliveryRow,
  deliveryOf,
  keptSample,
  NAMED,
  type SubscriptionRow,
  subscriptionOf,
  wishValues,
} from '../rows.ts';
import * as statements from '../statements.postgres.ts';
import { beginPeriods } from './active-periods.postgres.ts';
import { openAnswer, rotateSigning, sealAnswer, sealSigning } from './subscription-secrets.ts';

export interface SubscriptionContext {
  readonly pool: Pool;
  readonly notices: Notices;
  readonly schema: SchemaGuard;
  readonly seals: Seals;
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
  { pool, notices, schema, seals }: SubscriptionContext,
  { key: account }: AccountScope,
  integrationID: string,
): SubscriptionStore {
  return {
    audience: (events, named) =>
      answering(() => readAudience(pool, account, named === undefined ? integrationID : NAMED[named], events)),
    list: () =>
      answering(async () => {
        const found = await read<SubscriptionRow>(pool, statements.listSubscriptions, [account, integrationID]);
        return found.map(shown);
      }),

    find: (id) =>
      answering(async () => {
        const [row] = await read<SubscriptionRow>(pool, statements.findSubscription, [account, integrationID, id]);
        return row && shown(row);
      }),

    create: (wishes, most, { once, remembers } = {}) =>
      unlessFrozen(async ({ client, now }) => {
        await lockUntilCommit(client, subscriptionsLock(account));
        const answer = once && (await findAnswer(client, account, once));
        if (answer instanceof Problem) return answer;
        if (answer !== undefined) {
          return { ...answer, text: openAnswer(seals, account, once!, answer.text), replayed: true };
        }
        if (await isRevoked(client)) return keyRevoked();
        const [held] = await rows<{ of_key: number; of_account: number }>(client, statements.countSubscriptions, [
          account,
          integrationID,
        ]);
        const tooMany = tooManySubscriptions(held!, most);
        if (tooMany) return tooMany;
        const [counter] = await rows<{ id: number }>(client, statements.takeSubscriptionID, [account]);
        const { id } = counter!;
        const secret = newSigningSecret();
        const [row] = await rows<SubscriptionRow>(client, statements.insertSubscription, [
          ...[account, id, integrationID, wishes.entityType, wishes.action, now],
          sealSigning(seals, { account, id }, [secret]),
          ...wishValues(seals, { account, id }, wishes),
        ]);
        await beginPeriods(client, [{ ...SWITCHED_ON, subscription: row!.key, now }]);
        const text = showNewSubscription(shown(row!), shownSecret(secret));
        if (once !== undefined) {
          const record = { id, version: 1, text: sealAnswer(seals, account, once, text) };
          await keepAnswer(client, account, once, { type: 'Webhooks', record, now });
        }
        await remember(client, remembers, id);
        return { id, text, replayed: false };
      }),

    async change(id, decide, remembers) {
      const changed = await withSubscription(id, async ({ client, now, tell }, row) => {
        const before = shown(row);
        const wishes = decide(before);
        if (wishes instanceof Problem) return wishes;
        const update = (statement: Statement, ...values: Values) =>
          rows<SubscriptionRow>(client, statement, [row.key, ...values]);
        let [after] = await update(statements.updateSubscription, ...wishValues(seals, row, wishes));
        const outage = outageAfterChange(before, wishes);
        if (outage === 'ended') [after] = await update(statements.endOutage);
        if (outage === 'tried at once') [after] = await update(statements.tryAtOnce, now);
        const paused = outage === 'stays' ? undefined : await endPausesOf(client, row);
        tell({ subscription: row.key });
        await remember(client, remembers, id);
        return { subscription: shown(after!), paused };
      });
      if (changed === undefined || changed instanceof Problem) return changed;
      await endFurtherPauses(id, changed.paused);
      return changed.subscription;
    },

    async reactivate(id, remembers) {
      for (;;) {
        const done = await unlessFrozen(async (context) => {
          // Before the subscription is locked, in the order of whoever revokes the key.
          if (await isRevoked(context.client)) return keyRevoked();
          return locked(context, id, async ({ client, now, tell }, row) => {
            const dropped = await rows(client, dropWaiting, [row.key, DROPPED_AT_ONCE]);
            if (dropped.length === DROPPED_AT_ONCE) return 'more';
            const [after] = await rows<SubscriptionRow>(client, statements.reactivateSubscription, [row.key]);
            const begun = periodBegun(standingOf(row), standingOf(after!));
            if (begun !== undefined) await beginPeriods(client, [{ ...begun, subscription: row.key, now }]);
            const paused = await endPausesOf(client, row);
            tell({ subscription: row.key });
            await remember(client, remembers, id);
            return { subscription: shown(after!), paused };
          });
        });
        if (done === 'more') continue;
        if (done === undefined || done instanceof Problem) return done;
        await endFurtherPauses(id, done.paused);
        return done.subscription;
      }
    },

    async rotateSecret(id, graceMs, remembers) {
      const done = await withSubscription(id, async ({ client, now, tell }, row) => {
        const { kept, rotated } = rotateSigning(seals, row, now, graceMs);
        await rows(client, statements.keepSigningSecrets, [row.key, kept]);
        // What waits may wait because it could not be signed, or because its receiver knows another secret.
        await rows(client, statements.tryAtOnce, [row.key, now]);
        const paused = await endPausesOf(client, row);
        tell({ subscription: row.key });
        await remember(client, remembers, id);
        return { rotated, paused };
      });
      if (done === undefined || done instanceof Problem) return done;
      await endFurtherPauses(id, done.paused);
      return done.rotated;
    },

    remove: (id, remembers) =>
      withSubscription(id, async ({ client, now, tell }, row) => {
        await rows(client, statements.removeSubscription, [row.key, now]);
        tell({ subscription: row.key });
        await remember(client, remembers, id);
        return 'removed' as const;
      }),

    test: (id, sampleOf) =>
      withSubscription(id, async ({ client, now, tell }, row) => {
        const sample = sampleOf(shown(row), now);
        const [made] = await rows<DeliveryRow>(client, statements.insertTest, [
          row.key,
          SAMPLE_ID,
          now,
          keptSample(sample),
          sample.processedOn ?? now,
          sample.recordID ?? null,
        ]);
        // A test is sent at once, also while nothing else is: so the lane is told of more than a record's news.
        tell({ subscription: row.key });
        return told(made!, row, tell);
      }),

    resend: (id, deliveryID) =>
      unlessFrozen(async ({ client, now, tell }) => {
        const [found] = await rows<SubscriptionRow>(client, statements.findSubscription, [account, integrationID, id]);
        const [known] = found ? await rows<DeliveryRow>(client, statements.findDelivery, [found.key, deliveryID]) : [];
        if (found === undefined || known === undefined) return undefined;
        // Numbered in the order of commits among the record's own changes: the lane sends, and looks back, by number.
        // Before the subscription is locked, which those who settle wait for.
        await rows(client, statementsOf(found.entity_type as RecordTypeName).lock, [account, known.record_id]);
        const [row] = await rows<SubscriptionRow>(client, statements.lockSubscription, [account, integrationID, id]);
        if (row === undefined) return undefined;
        if (!row.active) return subscriptionOff();
        // Else the event could be forgotten between being found here and being needed by the lane.
        await shareUntilCommit(client, PRUNE_LOCK);
        const [made] = await rows<DeliveryRow>(client, statements.insertResend, [deliveryID, now]);
        return made === undefined ? eventForgotten() : told(made, row, tell);
      }),

    delivery: (id, deliveryID) =>
      answering(async () => {
        const [row] = await read<SubscriptionRow>(pool, statements.findSubscription, [account, integrationID, id]);
        if (row === undefined) return undefined;
        const [delivery] = await read<DeliveryRow>(pool, statements.findDelivery, [row.key, deliveryID]);
        return delivery && deliveryOf(delivery);
      }),
  };

  function shown(row: SubscriptionRow): Subscription {
    return subscriptionOf(seals, row);
  }

  /** The record behind which to go on. Where it was not patient, a pause is that of the rules for all. */
  async function endPausesOf(client: Client, { key, patience_ms }: SubscriptionRow): Promise<number | undefined> {
    return patience_ms === null ? undefined : endPauses(client, key, FIRST);
  }

  /** Of what the first transaction left. If that fails, they end by themselves. */
  async function endFurtherPauses(id: number, paused: number | undefined): Promise<void> {
    for (let behind = paused; behind !== undefined; ) {
      const from = behind;
      const next = await withSubscription(id, ({ client, tell }, { key }) => {
        tell({ subscription: key });
        return endPauses(client, key, from);
      });
      behind = typeof next === 'number' ? next : undefined;
    }
  }

  async function remember(client: Work['client'], remembers: Remembering | undefined, id: number): Promise<void> {
    await writeAll(client, telling(account, remembers?.(`Webhooks/${id}`)));
  }

  /** It cannot be revoked before this is committed. */
  async function isRevoked(client: Work['client']): Promise<boolean> {
    const [key] = await rows<{ revoked: boolean }>(client, statements.shareIntegration, [account, integrationID]);
    return key?.revoked === true;
  }

  function withSubscription<Result>(
    id: number,
    work: (context: Work, row: SubscriptionRow) => Promise<Result>,
  ): Promise<Result | Problem | undefined> {
    return unlessFrozen((context) => locked(context, id, work));
  }

  async function locked<Result>(
    context: Work,
    id: number,
    work: (context: Work, row: SubscriptionRow) => Promise<Result>,
  ): Promise<Result | undefined> {
    const [row] = await rows<SubscriptionRow>(context.client, statements.lockSubscription, [
      account,
      integrationID,
      id,
    ]);
    return row && work(context, row);
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

function told(made: DeliveryRow, { key }: SubscriptionRow, tell: Work['tell']): Delivery {
  tell({ subscription: key, record: made.record_id });
  return deliveryOf(made);
}
