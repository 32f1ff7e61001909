/**
 * Store of the subscriptions of one key on PostgreSQL, and of deliveries that a client requests (tests and resends).
 */
import type { AccountScope } from '../../../accounts/account.ts';
import type { CreateAuditEntry } from '../../../accounts/remembered.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { Seals } from '../../../lib/sealed.ts';
import { Problem } from '../../../problems.ts';
import { outageAfterChange } from '../../../webhooks/delivery/settle/outage.ts';
import type { Delivery } from '../../../webhooks/delivery.ts';
import type { QueueNotification } from '../../../webhooks/queue.ts';
import {
  eventNotResendable,
  keyRevoked,
  subscriptionInactive,
  tooManySubscriptions,
} from '../../../webhooks/refusals.ts';
import type { SubscriptionStore } from '../../../webhooks/store.ts';
import { detectPeriodChange, ON_PERIOD } from '../../../webhooks/subscriptions/periods.ts';
import { SAMPLE_RECORD_ID } from '../../../webhooks/subscriptions/sample-record.ts';
import { createSigningSecret, formatSigningSecret } from '../../../webhooks/subscriptions/signing-secrets.ts';
import { type Subscription, stringifyNewSubscription } from '../../../webhooks/subscriptions/subscription.ts';
import { auditEntryStatements } from '../../people/audit-entry.ts';
import {
  type Client,
  inTransaction,
  type Pool,
  type PreparedStatement,
  queryFromPool,
  queryRows,
  type StatementValues,
} from '../../postgres/connection.ts';
import { problemOf, translateFailures } from '../../postgres/failures.ts';
import {
  accountLock,
  lockSharedUntilCommit,
  lockUntilCommit,
  PRUNE_LOCK,
  SCHEMA_LOCK,
  subscriptionsLock,
} from '../../postgres/locks.ts';
import { findAnswer, saveAnswer } from '../../records/changes/idempotency.postgres.ts';
import { statementsOf } from '../../records/statements.postgres.ts';
import type { SchemaGuard, SchemaState } from '../../schema/schema-guard.postgres.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { runStatements } from '../../sql/portable-sql.postgres.ts';
import { readAudience } from '../audience.postgres.ts';
import type { PostgresNotifications } from '../queue/notifications.postgres.ts';
import { dropWaitingDeliveries } from '../queue/queue.postgres.ts';
import { BEFORE_FIRST_RECORD, endRetryPauses } from '../queue/retry-pauses.postgres.ts';
import { endpointStateOf } from '../queue/settle.ts';
import {
  type DeliveryRow,
  deliveryOf,
  NAMED_INTEGRATION,
  type SubscriptionRow,
  stringifySample,
  subscriptionInputValues,
  subscriptionOf,
} from '../rows.ts';
import * as statements from '../statements.postgres.ts';
import { beginPeriods } from './active-periods.postgres.ts';
import {
  openIdempotentAnswer,
  rotateSigningSecrets,
  sealIdempotentAnswer,
  sealSigningSecrets,
} from './subscription-secrets.ts';

export interface PostgresSubscriptionContext {
  readonly pool: Pool;
  readonly notices: PostgresNotifications;
  readonly schema: SchemaGuard;
  readonly seals: Seals;
}

/** Maximum number of rows dropped in one transaction, because others wait for it. */
const DROP_BATCH_ROWS = 500;

/**
 * Context of a transaction that holds the account's lock: the database clock, and notices for the lanes, sent after the
 * commit.
 */
interface Work {
  readonly client: Client;
  readonly now: number;
  tell(notice: Exclude<QueueNotification, 'anything'>): void;
}

interface Clock extends SchemaState {
  readonly now: number;
  readonly frozen: boolean;
}

export function createPostgresSubscriptionStore(
  { pool, notices, schema, seals }: PostgresSubscriptionContext,
  { key: account }: AccountScope,
  integrationID: string,
): SubscriptionStore {
  return {
    audience: (events, named) =>
      translateFailures(() =>
        readAudience(pool, account, named === undefined ? integrationID : NAMED_INTEGRATION[named], events),
      ),
    list: () =>
      translateFailures(async () => {
        const found = await queryFromPool<SubscriptionRow>(pool, statements.listSubscriptions, [
          account,
          integrationID,
        ]);
        return found.map(shown);
      }),

    find: (id) =>
      translateFailures(async () => {
        const [row] = await queryFromPool<SubscriptionRow>(pool, statements.findSubscription, [
          account,
          integrationID,
          id,
        ]);
        return row && shown(row);
      }),

    create: (wishes, most, { once, remembers } = {}) =>
      unlessFrozen(async ({ client, now }) => {
        await lockUntilCommit(client, subscriptionsLock(account));
        const answer = once && (await findAnswer(client, account, once));
        if (answer instanceof Problem) return answer;
        if (answer !== undefined) {
          return { ...answer, text: openIdempotentAnswer(seals, account, once!, answer.text), replayed: true };
        }
        if (await isRevoked(client)) return keyRevoked();
        const [held] = await queryRows<{ of_key: number; of_account: number }>(client, statements.countSubscriptions, [
          account,
          integrationID,
        ]);
        const tooMany = tooManySubscriptions(held!, most);
        if (tooMany) return tooMany;
        const [counter] = await queryRows<{ id: number }>(client, statements.nextSubscriptionID, [account]);
        const { id } = counter!;
        const secret = createSigningSecret();
        const [row] = await queryRows<SubscriptionRow>(client, statements.insertSubscription, [
          ...[account, id, integrationID, wishes.entityType, wishes.action, now],
          sealSigningSecrets(seals, { account, id }, [secret]),
          ...subscriptionInputValues(seals, { account, id }, wishes),
        ]);
        await beginPeriods(client, [{ ...ON_PERIOD, subscription: row!.key, now }]);
        const text = stringifyNewSubscription(shown(row!), formatSigningSecret(secret));
        if (once !== undefined) {
          const record = { id, version: 1, text: sealIdempotentAnswer(seals, account, once, text) };
          await saveAnswer(client, account, once, { type: 'Webhooks', record, now });
        }
        await remember(client, remembers, id);
        return { id, text, replayed: false };
      }),

    async change(id, decide, remembers) {
      const changed = await withSubscription(id, async ({ client, now, tell }, row) => {
        const before = shown(row);
        const wishes = decide(before);
        if (wishes instanceof Problem) return wishes;
        const update = (statement: PreparedStatement, ...values: StatementValues) =>
          queryRows<SubscriptionRow>(client, statement, [row.key, ...values]);
        let [after] = await update(statements.updateSubscription, ...subscriptionInputValues(seals, row, wishes));
        const outage = outageAfterChange(before, wishes);
        if (outage === 'ended') [after] = await update(statements.endOutage);
        if (outage === 'tried at once') [after] = await update(statements.probeImmediately, now);
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
            const dropped = await queryRows(client, dropWaitingDeliveries, [row.key, DROP_BATCH_ROWS]);
            if (dropped.length === DROP_BATCH_ROWS) return 'more';
            const [after] = await queryRows<SubscriptionRow>(client, statements.reactivateSubscription, [row.key]);
            const begun = detectPeriodChange(endpointStateOf(row), endpointStateOf(after!));
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
        const { kept, rotated } = rotateSigningSecrets(seals, row, now, graceMs);
        await queryRows(client, statements.updateSigningSecrets, [row.key, kept]);
        // What waits may wait because it could not be signed, or because its receiver knows another secret.
        await queryRows(client, statements.probeImmediately, [row.key, now]);
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
        await queryRows(client, statements.removeSubscription, [row.key, now]);
        tell({ subscription: row.key });
        await remember(client, remembers, id);
        return 'removed' as const;
      }),

    test: (id, sampleOf) =>
      withSubscription(id, async ({ client, now, tell }, row) => {
        const sample = sampleOf(shown(row), now);
        const [made] = await queryRows<DeliveryRow>(client, statements.insertTestDelivery, [
          row.key,
          SAMPLE_RECORD_ID,
          now,
          stringifySample(sample),
          sample.processedOn ?? now,
          sample.recordID ?? null,
        ]);
        // A test is sent at once, also while nothing else is: so the lane is told of more than a record's news.
        tell({ subscription: row.key });
        return told(made!, row, tell);
      }),

    resend: (id, deliveryID) =>
      unlessFrozen(async ({ client, now, tell }) => {
        const [found] = await queryRows<SubscriptionRow>(client, statements.findSubscription, [
          account,
          integrationID,
          id,
        ]);
        const [known] = found
          ? await queryRows<DeliveryRow>(client, statements.findDelivery, [found.key, deliveryID])
          : [];
        if (found === undefined || known === undefined) return undefined;
        // Numbered in the order of commits among the record's own changes: the lane sends, and looks back, by number.
        // Before the subscription is locked, which those who settle wait for.
        await queryRows(client, statementsOf(found.entity_type as RecordTypeName).lock, [account, known.record_id]);
        const [row] = await queryRows<SubscriptionRow>(client, statements.lockSubscription, [
          account,
          integrationID,
          id,
        ]);
        if (row === undefined) return undefined;
        if (!row.active) return subscriptionInactive();
        // Else the event could be forgotten between being found here and being needed by the lane.
        await lockSharedUntilCommit(client, PRUNE_LOCK);
        const [made] = await queryRows<DeliveryRow>(client, statements.insertResend, [deliveryID, now]);
        return made === undefined ? eventNotResendable() : told(made, row, tell);
      }),

    delivery: (id, deliveryID) =>
      translateFailures(async () => {
        const [row] = await queryFromPool<SubscriptionRow>(pool, statements.findSubscription, [
          account,
          integrationID,
          id,
        ]);
        if (row === undefined) return undefined;
        const [delivery] = await queryFromPool<DeliveryRow>(pool, statements.findDelivery, [row.key, deliveryID]);
        return delivery && deliveryOf(delivery);
      }),
  };

  function shown(row: SubscriptionRow): Subscription {
    return subscriptionOf(seals, row);
  }

  /**
   * Ends the pauses of a patient subscription and returns the record after which to continue. Without patience, the
   * general retry rules set the pauses, so they stay.
   */
  async function endPausesOf(client: Client, { key, patience_ms }: SubscriptionRow): Promise<number | undefined> {
    return patience_ms === null ? undefined : endRetryPauses(client, key, BEFORE_FIRST_RECORD);
  }

  /** Ends the pauses that the first transaction left. If this fails, they expire by themselves. */
  async function endFurtherPauses(id: number, paused: number | undefined): Promise<void> {
    for (let behind = paused; behind !== undefined; ) {
      const from = behind;
      const next = await withSubscription(id, ({ client, tell }, { key }) => {
        tell({ subscription: key });
        return endRetryPauses(client, key, from);
      });
      behind = typeof next === 'number' ? next : undefined;
    }
  }

  async function remember(client: Work['client'], remembers: CreateAuditEntry | undefined, id: number): Promise<void> {
    await runStatements(client, auditEntryStatements(account, remembers?.(`Webhooks/${id}`)));
  }

  /** True if the key is revoked. The lock prevents a revocation before this transaction commits. */
  async function isRevoked(client: Work['client']): Promise<boolean> {
    const [key] = await queryRows<{ revoked: boolean }>(client, statements.lockIntegrationShared, [
      account,
      integrationID,
    ]);
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
    const [row] = await queryRows<SubscriptionRow>(context.client, statements.lockSubscription, [
      account,
      integrationID,
      id,
    ]);
    return row && work(context, row);
  }

  /** Runs `work` in a transaction. The lock prevents that the account is frozen or removed before the commit. */
  async function unlessFrozen<Result>(work: (context: Work) => Promise<Result>): Promise<Result | Problem> {
    const waiting: Exclude<QueueNotification, 'anything'>[] = [];
    try {
      const result = await inTransaction(pool, async (client) => {
        await lockSharedUntilCommit(client, SCHEMA_LOCK);
        await lockSharedUntilCommit(client, accountLock(account));
        const [clock] = await queryRows<Clock>(client, statements.readAccountState, [account]);
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
