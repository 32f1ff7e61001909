/**
 * Runs the steps of a shard's recoveries on PostgreSQL, with any number of workers. A step locks its run until the
 * commit.
 */
import { Problem, Unanswerable } from '../../../problems.ts';
import { deriveMissedWebhookId } from '../../../webhooks/recovery/missed-webhook-id.ts';
import {
  progressAfter,
  type RecoveryProgress,
  type RecoveryStepCounts,
  recoveryOf,
} from '../../../webhooks/recovery/recovery-progress.ts';
import type { DueRecovery, RecoveryStep, RecoveryWork } from '../../../webhooks/recovery/store.ts';
import { type Client, inTransaction, type Pool, queryFromPool, queryRows } from '../../postgres/connection.ts';
import { translateFailures } from '../../postgres/failures.ts';
import { lockSharedUntilCommit, PRUNE_LOCK } from '../../postgres/locks.ts';
import { tableOf } from '../../sql/columns.ts';
import type { PostgresNotifications } from '../queue/notifications.postgres.ts';
import { createRecoverySource, lockWritableAccount, type PostgresRecoveryContext } from './recoveries.postgres.ts';
import type { RecoverableEvent } from './recovery-queries.ts';
import { isSameProgress, progressOf, progressValues, type RecoveryRow, tallyOf } from './recovery-rows.ts';
import { type RecoveryScanResult, scanNext } from './recovery-scan.ts';
import * as statements from './recovery-statements.postgres.ts';
import { retentionHorizonAt, type SubscriberRow } from './recovery-subscriber.ts';

export interface PostgresRecoveryWorkContext extends PostgresRecoveryContext {
  /** Connections reserved for the lanes. */
  readonly lanes: Pool;
  readonly notices: PostgresNotifications;
}

export function createPostgresRecoveryWork(context: PostgresRecoveryWorkContext, keptMs: number): RecoveryWork {
  const { lanes, notices, schema } = context;
  const source = createRecoverySource(context);
  return {
    due: (most) => translateFailures(() => queryFromPool<DueRecovery>(lanes, statements.listDueRecoveries, [most])),
    step: ({ subscription, recovery }) =>
      translateFailures(async () => {
        const [row] = await queryFromPool<SubscriberRow>(lanes, statements.findSubscriberByKey, [subscription]);
        const [found] = await queryFromPool<RecoveryRow>(lanes, statements.findRecovery, [subscription, recovery]);
        if (row === undefined || found === undefined || !found.open) return undefined;
        const before = progressOf(found);
        const waiting = async () =>
          waitingOf(await queryFromPool(lanes, statements.countQueuedDeliveries, [subscription, recovery]));
        const looked = await scanNext(source, row, before, retentionHorizonAt(Date.now(), keptMs), waiting);
        const told: { subscription: number; record: number }[] = [];
        const step = await inTransaction(lanes, (client) => write(client, row, before, looked, told));
        notices.tell(told);
        return step;
      }),
  };

  async function write(
    client: Client,
    known: SubscriberRow,
    before: RecoveryProgress,
    looked: RecoveryScanResult | undefined,
    told: { subscription: number; record: number }[],
  ): Promise<RecoveryStep | undefined> {
    const { key: subscription } = known;
    const now = await lockWritableAccount(client, schema, known.account);
    if (now instanceof Problem) throw new Unanswerable(now);
    if (looked !== undefined && 'events' in looked) await holdRecords(client, known, looked.events);
    const [row] = await queryRows<SubscriberRow>(client, statements.lockSubscriberByKey, [subscription]);
    const [found] = await queryRows<RecoveryRow>(client, statements.lockRecovery, [subscription, before.id]);
    const current = found && progressOf(found);
    if (row === undefined || current === undefined || !isSameProgress(before, current)) return undefined;
    const settled = await queryRows<{ state: string }>(client, statements.collectSettledDeliveries, [
      subscription,
      current.id,
    ]);
    const waiting = waitingOf(await queryRows(client, statements.countQueuedDeliveries, [subscription, current.id]));
    const states = settled.map(({ state }) => state);
    const tally = tallyOf(states, waiting);
    const off = row.active ? undefined : (row.deactivate_reason ?? '');
    const progress =
      looked === undefined || off !== undefined ? undefined : await make(client, row, current, looked, now, told);
    const after = progressAfter(current, { now, tally, off, progress });
    await queryRows(client, statements.updateRecovery, [subscription, current.id, ...progressValues(after)]);
    const more = after.open && after.dueOn <= now;
    const heldUp = looked instanceof Problem ? looked : undefined;
    return { subscriptionID: row.id, before: recoveryOf(current), after: recoveryOf(after), more, heldUp };
  }
}

function waitingOf(found: readonly unknown[]): number {
  return (found[0] as { waiting: number }).waiting;
}

/**
 * Locks the records of the events until the commit. The lane sends and looks back by delivery number, so these numbers
 * must follow the order of commits among a record's changes. Call it before the subscription is locked, because
 * settling waits for the subscription's lock.
 */
async function holdRecords(
  client: Client,
  { account, entity_type }: SubscriberRow,
  events: readonly RecoverableEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { documents } = tableOf(entity_type);
  const hold = {
    name: `${documents}_hold`,
    text: `SELECT FROM ${documents} WHERE account = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
  };
  await queryRows(client, hold, [account, events.map(({ record }) => record)]);
}

async function make(
  client: Client,
  row: SubscriberRow,
  { id, wish }: RecoveryProgress,
  looked: RecoveryScanResult,
  now: number,
  told: { subscription: number; record: number }[],
): Promise<RecoveryStepCounts | 'held up'> {
  if (looked instanceof Problem) return 'held up';
  if ('counted' in looked) return looked;
  const { events, through } = looked;
  if (events.length === 0) return { made: 0, skipped: 0, through };
  // Else an event could be forgotten between being found here and being needed by the lane.
  await lockSharedUntilCommit(client, PRUNE_LOCK);
  const missed = { account: row.account_id, subscriptionID: row.id, type: row.entity_type };
  const deliveries = events.map(({ delivery }) => delivery);
  const made =
    wish.kind === 'resend'
      ? await queryRows<{ record: number }>(client, statements.insertResends, [now, id, deliveries])
      : await queryRows<{ record: number }>(client, statements.insertRecovered, [
          now,
          id,
          row.key,
          events.map(({ place }) => place),
          deliveries,
          events.map(({ record, version, committed_on }) =>
            deriveMissedWebhookId({ ...missed, record, version: version!, committedOn: committed_on! }),
          ),
        ]);
  for (const { record } of made) told.push({ subscription: row.key, record });
  return { made: made.length, skipped: events.length - made.length, through };
}
