/** Works at the recoveries of a shard on PostgreSQL, any number of workers at once: a step holds its run until it is committed. */
import { Problem, Unanswerable } from '../../../problems.ts';
import { type Course, courseAfter, type Progress, recoveryOf } from '../../../webhooks/recovery/course.ts';
import { missedWebhookId } from '../../../webhooks/recovery/missed-id.ts';
import type { DueRecovery, RecoveryStep, RecoveryWork } from '../../../webhooks/recovery/store.ts';
import { type Client, inTransaction, type Pool, read, rows } from '../../postgres/connection.ts';
import { answering } from '../../postgres/failures.ts';
import { PRUNE_LOCK, shareUntilCommit } from '../../postgres/locks.ts';
import { tableOf } from '../../sql/columns.ts';
import type { Notices } from '../queue/notifications.postgres.ts';
import { enter, type RecoveryContext, walkSource } from './recoveries.postgres.ts';
import { courseOf, isSame, progressValues, type RecoveryRow, tallyOf } from './recovery-rows.ts';
import type { FoundEvent } from './recovery-search.ts';
import * as statements from './recovery-statements.postgres.ts';
import { memoryOf, type SubscriberRow } from './recovery-subscriber.ts';
import { type Looked, lookOn } from './recovery-walk.ts';

export interface WorkContext extends RecoveryContext {
  /** Connections of the lanes' own. */
  readonly lanes: Pool;
  readonly notices: Notices;
}

export function postgresRecoveryWork(context: WorkContext, keptMs: number): RecoveryWork {
  const { lanes, notices, schema } = context;
  const source = walkSource(context);
  return {
    due: (most) => answering(() => read<DueRecovery>(lanes, statements.dueRecoveries, [most])),
    step: ({ subscription, recovery }) =>
      answering(async () => {
        const [row] = await read<SubscriberRow>(lanes, statements.readSubscriber, [subscription]);
        const [found] = await read<RecoveryRow>(lanes, statements.findRecovery, [subscription, recovery]);
        if (row === undefined || found === undefined || !found.open) return undefined;
        const before = courseOf(found);
        const waiting = async () => waitingOf(await read(lanes, statements.countWaiting, [subscription, recovery]));
        const looked = await lookOn(source, row, before, memoryOf(Date.now(), keptMs), waiting);
        const told: { subscription: number; record: number }[] = [];
        const step = await inTransaction(lanes, (client) => write(client, row, before, looked, told));
        notices.tell(told);
        return step;
      }),
  };

  async function write(
    client: Client,
    known: SubscriberRow,
    before: Course,
    looked: Looked | undefined,
    told: { subscription: number; record: number }[],
  ): Promise<RecoveryStep | undefined> {
    const { key: subscription } = known;
    const now = await enter(client, schema, known.account);
    if (now instanceof Problem) throw new Unanswerable(now);
    if (looked !== undefined && 'events' in looked) await holdRecords(client, known, looked.events);
    const [row] = await rows<SubscriberRow>(client, statements.holdSubscriber, [subscription]);
    const [found] = await rows<RecoveryRow>(client, statements.lockRecovery, [subscription, before.id]);
    const current = found && courseOf(found);
    if (row === undefined || current === undefined || !isSame(before, current)) return undefined;
    const settled = await rows<{ state: string }>(client, statements.countSettled, [subscription, current.id]);
    const waiting = waitingOf(await rows(client, statements.countWaiting, [subscription, current.id]));
    const states = settled.map(({ state }) => state);
    const tally = tallyOf(states, waiting);
    const off = row.active ? undefined : (row.deactivate_reason ?? '');
    const progress =
      looked === undefined || off !== undefined ? undefined : await make(client, row, current, looked, now, told);
    const after = courseAfter(current, { now, tally, off, progress });
    await rows(client, statements.writeRecovery, [subscription, current.id, ...progressValues(after)]);
    const more = after.open && after.dueOn <= now;
    const heldUp = looked instanceof Problem ? looked : undefined;
    return { subscriptionID: row.id, before: recoveryOf(current), after: recoveryOf(after), more, heldUp };
  }
}

function waitingOf(found: readonly unknown[]): number {
  return (found[0] as { waiting: number }).waiting;
}

/**
 * Deliveries are numbered in the order of commits among the record's own changes: the lane sends, and looks back, by number. Before the
 * subscription is locked, which those who settle wait for.
 */
async function holdRecords(
  client: Client,
  { account, entity_type }: SubscriberRow,
  events: readonly FoundEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { documents } = tableOf(entity_type);
  const hold = {
    name: `${documents}_hold`,
    text: `SELECT FROM ${documents} WHERE account = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
  };
  await rows(client, hold, [account, events.map(({ record }) => record)]);
}

async function make(
  client: Client,
  row: SubscriberRow,
  { id, wish }: Course,
  looked: Looked,
  now: number,
  told: { subscription: number; record: number }[],
): Promise<Progress | 'held up'> {
  if (looked instanceof Problem) return 'held up';
  if ('counted' in looked) return looked;
  const { events, through } = looked;
  if (events.length === 0) return { made: 0, skipped: 0, through };
  // Else an event could be forgotten between being found here and being needed by the lane.
  await shareUntilCommit(client, PRUNE_LOCK);
  const missed = { account: row.account_id, subscriptionID: row.id, type: row.entity_type };
  const deliveries = events.map(({ delivery }) => delivery);
  const made =
    wish.kind === 'resend'
      ? await rows<{ record: number }>(client, statements.makeResends, [now, id, deliveries])
      : await rows<{ record: number }>(client, statements.makeRecovered, [
          now,
          id,
          row.key,
          events.map(({ place }) => place),
          deliveries,
          events.map(({ record, version, committed_on }) =>
            missedWebhookId({ ...missed, record, version: version!, committedOn: committed_on! }),
          ),
        ]);
  for (const { record } of made) told.push({ subscription: row.key, record });
  return { made: made.length, skipped: events.length - made.length, through };
}
