/**
 * Recoveries of one key's subscriptions on PostgreSQL. The queries for events to send share the fair queue of slow
 * lists.
 */
import type { AccountScope } from '../../../accounts/account.ts';
import { Problem } from '../../../problems.ts';
import { recoveryOf } from '../../../webhooks/recovery/recovery-progress.ts';
import type { RecoveryStore } from '../../../webhooks/recovery/store.ts';
import { recoveryAlreadyEnded, recoveryInProgress, subscriptionInactive } from '../../../webhooks/refusals.ts';
import { type Client, inTransaction, queryFromPool, queryRows } from '../../postgres/connection.ts';
import { problemOf, translateFailures } from '../../postgres/failures.ts';
import { accountLock, lockSharedUntilCommit, SCHEMA_LOCK } from '../../postgres/locks.ts';
import { type ListContext, runListQuery } from '../../records/lists/list.postgres.ts';
import type { Horizon } from '../../records/log/horizon.postgres.ts';
import type { SchemaGuard, SchemaState } from '../../schema/schema-guard.postgres.ts';
import { withPermit } from '../../slow-work-queue.ts';
import { accountFrozen, isListTimedOut } from '../../sql/database-problems.ts';
import { timestampDialect } from '../delivery-log.postgres.ts';
import { readAccountState } from '../statements.postgres.ts';
import {
  controlRecovery,
  MAX_ENDED_RECOVERIES,
  newRecoveryValues,
  progressOf,
  progressValues,
  type RecoveryRow,
} from './recovery-rows.ts';
import { countRecoverableEvents, findRecoveryRange, type RecoverySource } from './recovery-scan.ts';
import * as statements from './recovery-statements.postgres.ts';
import { retentionHorizonAt, type SubscriberRow, subscriberOf } from './recovery-subscriber.ts';

export interface PostgresRecoveryContext extends Omit<ListContext, 'account'> {
  readonly horizon: Horizon;
  readonly schema: SchemaGuard;
}

/**
 * `keptMs`: minimum time for which settled deliveries are kept. Without an integration, the store covers the
 * subscriptions of all keys.
 */
export function createPostgresRecoveryStore(
  context: PostgresRecoveryContext,
  { key: account }: AccountScope,
  integrationID: string | undefined,
  keptMs: number,
): RecoveryStore {
  const { pool } = context;
  const source = createRecoverySource(context);
  const named = (id: number) => [account, id, integrationID ?? null];

  return {
    list: (id) =>
      translateFailures(async () => {
        const row = await find(id);
        return (
          row &&
          (await queryFromPool<RecoveryRow>(pool, statements.listRecoveries, [row.key])).map(progressOf).map(recoveryOf)
        );
      }),
    find: (id, recovery) =>
      translateFailures(async () => {
        const row = await find(id);
        const [found] = row ? await queryFromPool<RecoveryRow>(pool, statements.findRecovery, [row.key, recovery]) : [];
        return found && recoveryOf(progressOf(found));
      }),
    count: (id, wish, gone) =>
      orProblem(async () => {
        const row = await find(id);
        return (
          row && countRecoverableEvents(source, subscriberOf(row), wish, retentionHorizonAt(Date.now(), keptMs), gone)
        );
      }),
    begin: (id, wish, perSecond) =>
      orProblem(async () => {
        const row = await find(id);
        if (row === undefined) return undefined;
        const stretch = await findRecoveryRange(source, subscriberOf(row), wish);
        if (stretch instanceof Problem) return stretch;
        const { after: begins, through: ends } = stretch;
        return unlessFrozen(async (client, now) => {
          const [found] = await queryRows<SubscriberRow>(client, statements.lockSubscriber, named(id));
          if (found === undefined) return undefined;
          if (!found.active) return subscriptionInactive();
          const all = (await queryRows<RecoveryRow>(client, statements.listRecoveries, [found.key])).map(progressOf);
          const open = all.find(({ endedOn }) => endedOn === null);
          if (open !== undefined) return recoveryInProgress(open.id);
          const next = { subscription: found.key, id: (all.at(-1)?.id ?? 0) + 1, wish, perSecond, begins, ends, now };
          const [made] = await queryRows<RecoveryRow>(client, statements.insertRecovery, newRecoveryValues(next));
          await queryRows(client, statements.pruneRecoveries, [found.key, next.id - MAX_ENDED_RECOVERIES]);
          return recoveryOf(progressOf(made!));
        });
      }),
    steer: (id, recovery, to) =>
      orProblem(() =>
        unlessFrozen(async (client, now) => {
          const [row] = await queryRows<SubscriberRow>(client, statements.lockSubscriber, named(id));
          const [found] = row ? await queryRows<RecoveryRow>(client, statements.lockRecovery, [row.key, recovery]) : [];
          if (row === undefined || found === undefined) return undefined;
          const course = progressOf(found);
          if (course.endedOn !== null) return recoveryAlreadyEnded(course.state);
          const after = controlRecovery(course, to, now);
          if (to === 'cancel') await queryRows(client, statements.dropQueuedDeliveries, [row.key, recovery, now]);
          await queryRows(client, statements.updateRecovery, [row.key, recovery, ...progressValues(after)]);
          return recoveryOf(after);
        }),
      ),
  };

  async function find(id: number): Promise<SubscriberRow | undefined> {
    return (await queryFromPool<SubscriberRow>(pool, statements.findSubscriber, named(id)))[0];
  }

  /** Runs `work` in a transaction. The lock prevents that the account is frozen or removed before the commit. */
  function unlessFrozen<Result>(work: (client: Client, now: number) => Promise<Result>): Promise<Result | Problem> {
    return inTransaction(pool, async (client) => {
      const now = await lockWritableAccount(client, context.schema, account);
      return now instanceof Problem ? now : work(client, now);
    });
  }
}

/** Locks the account until the commit. Returns the database clock, or the Problem that prevents writes. */
export async function lockWritableAccount(
  client: Client,
  schema: SchemaGuard,
  account: number,
): Promise<number | Problem> {
  await lockSharedUntilCommit(client, SCHEMA_LOCK);
  await lockSharedUntilCommit(client, accountLock(account));
  const [clock] = await queryRows<SchemaState & { now: number; frozen: boolean }>(client, readAccountState, [account]);
  const outdated = clock && schema.judge(clock);
  if (outdated !== undefined) return outdated;
  return clock === undefined || clock.frozen ? accountFrozen() : clock.now;
}

/**
 * Maximum age of an open transaction. A change that took longer than 5 s is refused at its commit; the rest allows for
 * clocks that differ.
 */
const MAX_OPEN_TRANSACTION_MS = 60 * 60 * 1000;

export function createRecoverySource(context: PostgresRecoveryContext): RecoverySource {
  return {
    dialect: timestampDialect,
    read: (account, query, _columns, gone) =>
      withPermit(
        context.slowLists,
        account,
        () => orTooSlow(runListQuery(context, query, gone), gone) as Promise<never>,
        gone,
      ),
    quick: (query) => runListQuery(context, query, undefined, 'quick') as Promise<never>,
    settled: async () => (await context.horizon.look()).settled,
    bounds: async () => ({ ...(await context.horizon.reached()), openSince: Date.now() - MAX_OPEN_TRANSACTION_MS }),
    async newestDelivery(subscription) {
      const [found] = await queryFromPool<{ newest: number }>(context.pool, statements.findNewestDelivery, [
        subscription,
      ]);
      return found!.newest;
    },
  };
}

/**
 * Returns a Problem if `work` took too long. A client that disconnects also stops its statement, which says nothing
 * about the statement's duration.
 */
async function orTooSlow<Result>(work: Promise<Result>, gone?: AbortSignal): Promise<Result | Problem> {
  try {
    return await work;
  } catch (failure) {
    const problem = problemOf(failure);
    if (gone?.aborted || problem === undefined || !isListTimedOut(problem)) throw failure;
    return problem;
  }
}

async function orProblem<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await work();
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}
