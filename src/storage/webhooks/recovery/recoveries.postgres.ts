/** Recoveries of one key's subscriptions on PostgreSQL. What they send is looked for in the account's turn among slow lists. */
import type { AccountScope } from '../../../accounts/account.ts';
import { Problem } from '../../../problems.ts';
import { recoveryOf } from '../../../webhooks/recovery/course.ts';
import type { RecoveryStore } from '../../../webhooks/recovery/store.ts';
import { recoveryOver, recoveryUnderWay, subscriptionOff } from '../../../webhooks/refusals.ts';
import { type Client, inTransaction, read, rows } from '../../postgres/connection.ts';
import { answering, problemOf } from '../../postgres/failures.ts';
import { accountLock, SCHEMA_LOCK, shareUntilCommit } from '../../postgres/locks.ts';
import { type ListContext, run } from '../../records/lists/list.postgres.ts';
import type { Horizon } from '../../records/log/horizon.postgres.ts';
import type { SchemaGuard, SchemaState } from '../../schema/schema-guard.postgres.ts';
import { inTurn } from '../../slow-work-queue.ts';
import { accountFrozen, isTooSlow } from '../../sql/constraint-refusals.ts';
import { timestampDialect } from '../delivery-log.postgres.ts';
import { readAccount } from '../statements.postgres.ts';
import { courseOf, MOST_ENDED, newValues, progressValues, type RecoveryRow, steered } from './recovery-rows.ts';
import * as statements from './recovery-statements.postgres.ts';
import { memoryOf, type SubscriberRow, subscriberOf } from './recovery-subscriber.ts';
import { countAll, type WalkSource, wholeStretch } from './recovery-walk.ts';

export interface RecoveryContext extends Omit<ListContext, 'account'> {
  readonly horizon: Horizon;
  readonly schema: SchemaGuard;
}

/** `keptMs`: how long settled deliveries are kept at least. Without an integration, the subscriptions of all keys. */
export function postgresRecoveries(
  context: RecoveryContext,
  { key: account }: AccountScope,
  integrationID: string | undefined,
  keptMs: number,
): RecoveryStore {
  const { pool } = context;
  const source = walkSource(context);
  const named = (id: number) => [account, id, integrationID ?? null];

  return {
    list: (id) =>
      answering(async () => {
        const row = await find(id);
        return (
          row && (await read<RecoveryRow>(pool, statements.listRecoveries, [row.key])).map(courseOf).map(recoveryOf)
        );
      }),
    find: (id, recovery) =>
      answering(async () => {
        const row = await find(id);
        const [found] = row ? await read<RecoveryRow>(pool, statements.findRecovery, [row.key, recovery]) : [];
        return found && recoveryOf(courseOf(found));
      }),
    count: (id, wish, gone) =>
      orProblem(async () => {
        const row = await find(id);
        return row && countAll(source, subscriberOf(row), wish, memoryOf(Date.now(), keptMs), gone);
      }),
    begin: (id, wish, perSecond) =>
      orProblem(async () => {
        const row = await find(id);
        if (row === undefined) return undefined;
        const stretch = await wholeStretch(source, subscriberOf(row), wish);
        if (stretch instanceof Problem) return stretch;
        const { after: begins, through: ends } = stretch;
        return unlessFrozen(async (client, now) => {
          const [found] = await rows<SubscriberRow>(client, statements.lockSubscriber, named(id));
          if (found === undefined) return undefined;
          if (!found.active) return subscriptionOff();
          const all = (await rows<RecoveryRow>(client, statements.listRecoveries, [found.key])).map(courseOf);
          const open = all.find(({ endedOn }) => endedOn === null);
          if (open !== undefined) return recoveryUnderWay(open.id);
          const next = { subscription: found.key, id: (all.at(-1)?.id ?? 0) + 1, wish, perSecond, begins, ends, now };
          const [made] = await rows<RecoveryRow>(client, statements.insertRecovery, newValues(next));
          await rows(client, statements.forgetRecoveries, [found.key, next.id - MOST_ENDED]);
          return recoveryOf(courseOf(made!));
        });
      }),
    steer: (id, recovery, to) =>
      orProblem(() =>
        unlessFrozen(async (client, now) => {
          const [row] = await rows<SubscriberRow>(client, statements.lockSubscriber, named(id));
          const [found] = row ? await rows<RecoveryRow>(client, statements.lockRecovery, [row.key, recovery]) : [];
          if (row === undefined || found === undefined) return undefined;
          const course = courseOf(found);
          if (course.endedOn !== null) return recoveryOver(course.state);
          const after = steered(course, to, now);
          if (to === 'cancel') await rows(client, statements.takeBack, [row.key, recovery, now]);
          await rows(client, statements.writeRecovery, [row.key, recovery, ...progressValues(after)]);
          return recoveryOf(after);
        }),
      ),
  };

  async function find(id: number): Promise<SubscriberRow | undefined> {
    return (await read<SubscriberRow>(pool, statements.findSubscriber, named(id)))[0];
  }

  /** The account cannot be frozen or removed before this is committed. */
  function unlessFrozen<Result>(work: (client: Client, now: number) => Promise<Result>): Promise<Result | Problem> {
    return inTransaction(pool, async (client) => {
      const now = await enter(client, context.schema, account);
      return now instanceof Problem ? now : work(client, now);
    });
  }
}

/** Holds the account until the commit; its clock, or why nothing can be written. */
export async function enter(client: Client, schema: SchemaGuard, account: number): Promise<number | Problem> {
  await shareUntilCommit(client, SCHEMA_LOCK);
  await shareUntilCommit(client, accountLock(account));
  const [clock] = await rows<SchemaState & { now: number; frozen: boolean }>(client, readAccount, [account]);
  const outdated = clock && schema.judge(clock);
  if (outdated !== undefined) return outdated;
  return clock === undefined || clock.frozen ? accountFrozen() : clock.now;
}

/** A change that took longer than 5 s is refused when it is committed; the rest is for clocks that do not agree. */
const OPEN_MS = 60 * 60 * 1000;

export function walkSource(context: RecoveryContext): WalkSource {
  return {
    dialect: timestampDialect,
    read: (account, query, _columns, gone) =>
      inTurn(context.slowLists, account, () => orTooSlow(run(context, query, gone), gone) as Promise<never>, gone),
    quick: (query) => run(context, query, undefined, 'quick') as Promise<never>,
    settled: async () => (await context.horizon.look()).settled,
    bounds: async () => ({ ...(await context.horizon.reached()), openSince: Date.now() - OPEN_MS }),
    async newestDelivery(subscription) {
      const [found] = await read<{ newest: number }>(context.pool, statements.newestDelivery, [subscription]);
      return found!.newest;
    },
  };
}

/** Who has left stops a statement, too, which says nothing about it. */
async function orTooSlow<Result>(work: Promise<Result>, gone?: AbortSignal): Promise<Result | Problem> {
  try {
    return await work;
  } catch (failure) {
    const problem = problemOf(failure);
    if (gone?.aborted || problem === undefined || !isTooSlow(problem)) throw failure;
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
