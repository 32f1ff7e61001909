/**
 * Walks through the events that a recovery may send, one range at a time. Little is read or kept in memory at once,
 * however long the log is.
 */
import { Problem } from '../../../problems.ts';
import { endNotKnown } from '../../../records/refusals.ts';
import type { RecoverableOutcome, RecoveryCount, RecoveryInput } from '../../../webhooks/recovery/recovery.ts';
import { availableRoom, type RecoveryProgress } from '../../../webhooks/recovery/recovery-progress.ts';
import { isListTimedOut } from '../../sql/database-problems.ts';
import type { Dialect, SqlQuery } from '../../sql/dialect.ts';
import {
  countEventsQuery,
  nextEventsQuery,
  type RecoverableEvent,
  type RecoveryRange,
  type RecoverySubscriber,
  type RetentionHorizon,
  rangeQuery,
  scanEndQuery,
} from './recovery-queries.ts';
import { type SubscriberRow, subscriberOf } from './recovery-subscriber.ts';

/** Functions that an engine supplies for recoveries. */
export interface RecoverySource {
  readonly dialect: Dialect;
  /**
   * Runs a query in the account's turn among slow lists. Returns a Problem if the turn does not come, or if the query
   * takes too long. `columns` names the columns in their order.
   */
  read<Row>(
    account: number,
    query: SqlQuery,
    columns: readonly (keyof Row & string)[],
    gone?: AbortSignal,
  ): Promise<readonly Row[] | Problem>;
  /** Runs a query that an index answers immediately. */
  quick<Row>(query: SqlQuery): Promise<readonly Row[]>;
  /** Returns the change up to which all changes are committed. */
  settled(): Promise<number>;
  /** Returns the same, and the newest number drawn, after giving open transactions some time to commit. */
  bounds(): Promise<CommitBounds>;
  newestDelivery(subscription: number): Promise<number>;
}

export interface CommitBounds {
  readonly drawn: number;
  /** Less than `drawn` if transactions are still open; 0 if nothing is known to be settled. */
  readonly settled: number;
  /** Earliest time that a change which is still to be committed can have. */
  readonly openSince: number;
}

export interface ScannedEvents {
  readonly events: readonly RecoverableEvent[];
  readonly through: number;
}

export interface CountedEvents {
  readonly by: Readonly<Record<string, number>>;
  readonly through: number;
}

/** Input of the next step of a run; a Problem if the database gave no answer. */
export type RecoveryScanResult = { readonly counted: number; readonly through: number } | ScannedEvents | Problem;

/** Returns undefined if there is nothing to search for. `waiting`: the number of the run's deliveries in the lane. */
export async function scanNext(
  source: RecoverySource,
  row: SubscriberRow,
  course: RecoveryProgress,
  memory: RetentionHorizon,
  waiting: () => Promise<number>,
): Promise<RecoveryScanResult | undefined> {
  if (course.endedOn !== null || course.state === 'paused' || !row.active) return undefined;
  const subscriber = subscriberOf(row);
  const stretch = { after: course.place, through: course.ends };
  if (course.total === null) {
    const counted = await countNextEvents(source, subscriber, course.wish, memory, stretch);
    if (counted instanceof Problem) return counted;
    const { by, through } = counted;
    return { counted: Object.values(by).reduce((sum, events) => sum + events, 0), through };
  }
  const room = availableRoom(course, await waiting());
  return room === 0 ? undefined : scanEvents(source, subscriber, course.wish, memory, stretch, room);
}

/** Finds the complete range that the recovery covers at present. */
export async function findRecoveryRange(
  source: RecoverySource,
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  gone?: AbortSignal,
): Promise<RecoveryRange | Problem> {
  if (wish.kind === 'resend') return { after: 0, through: await source.newestDelivery(subscriber.key) };
  const { drawn, settled, openSince } = await source.bounds();
  // As long as nothing is known to be settled, what is still being committed may lie anywhere.
  if (settled === 0 && drawn > 0) return endNotKnown();
  const found = await source.read<{ first: number | null; last: number | null }>(
    subscriber.account,
    rangeQuery(subscriber, wish, source.dialect),
    ['first', 'last'],
    gone,
  );
  // Where looking takes longer than a list may, all of the log is walked, which is done in steps. Where its turn did not come, it may be asked again.
  if (found instanceof Problem) return isListTimedOut(found) ? { after: 0, through: drawn } : found;
  const { first, last } = found[0]!;
  const before = first === null ? drawn : first - 1;
  // What is still being committed lies in it, too, unless the span ended before.
  const mayGrow = settled < drawn && (wish.until === null || wish.until >= openSince);
  if (mayGrow) return { after: Math.min(settled, before), through: drawn };
  // What was drawn since nobody has asked for: a run would wait for those who are at it.
  const after = Math.min(drawn, before);
  return { after, through: Math.max(after, Math.min(drawn, last ?? after)) };
}

/** Returns the next events of a range: as many as requested, or as one scan finds. */
export async function scanEvents(
  source: RecoverySource,
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  memory: RetentionHorizon,
  stretch: RecoveryRange,
  most: number,
): Promise<ScannedEvents | Problem> {
  const through = await reachOf(source, subscriber, wish, stretch);
  const query = nextEventsQuery(
    subscriber,
    wish,
    memory,
    { ...stretch, through, ends: stretch.through },
    most,
    source.dialect,
  );
  const columns = ['place', 'record', 'delivery', 'version', 'committed_on'] as const;
  const events = await source.read<RecoverableEvent>(subscriber.account, query, columns);
  if (events instanceof Problem) return events;
  return { events, through: events.length === most ? events.at(-1)!.place : through };
}

/** Counts the events in the next part of a range. */
export async function countNextEvents(
  source: RecoverySource,
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  memory: RetentionHorizon,
  stretch: RecoveryRange,
  gone?: AbortSignal,
): Promise<CountedEvents | Problem> {
  const through = await reachOf(source, subscriber, wish, stretch);
  const query = countEventsQuery(
    subscriber,
    wish,
    memory,
    { ...stretch, through, ends: stretch.through },
    source.dialect,
  );
  const counts = await source.read<{ what: string; events: number }>(
    subscriber.account,
    query,
    ['what', 'events'],
    gone,
  );
  if (counts instanceof Problem) return counts;
  return { by: Object.fromEntries(counts.map(({ what, events }) => [what, events])), through };
}

export async function countRecoverableEvents(
  source: RecoverySource,
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  memory: RetentionHorizon,
  gone?: AbortSignal,
): Promise<RecoveryCount | Problem> {
  const stretch = await findRecoveryRange(source, subscriber, wish, gone);
  if (stretch instanceof Problem) return stretch;
  const by: Record<RecoverableOutcome, number> = { failed: 0, dropped: 0, missed: 0 };
  let total = 0;
  for (let { after } = stretch; after < stretch.through; ) {
    const counted = await countNextEvents(source, subscriber, wish, memory, { ...stretch, after }, gone);
    if (counted instanceof Problem) return counted;
    for (const [what, events] of Object.entries(counted.by)) {
      by[what as RecoverableOutcome] += events;
      total += events;
    }
    // What is still being committed is none of what could be counted.
    if (counted.through <= after) break;
    after = counted.through;
  }
  return wish.kind === 'recover' ? { total, by } : { total };
}

async function reachOf(
  source: RecoverySource,
  subscriber: RecoverySubscriber,
  wish: RecoveryInput,
  stretch: RecoveryRange,
): Promise<number> {
  // Nobody goes past a change that is still being committed.
  const settled = wish.kind === 'recover' ? await source.settled() : Infinity;
  const through = Math.max(stretch.after, Math.min(stretch.through, settled));
  const query = scanEndQuery(subscriber, wish, { ...stretch, through }, source.dialect);
  const [found] = await source.quick<{ reach: number | null }>(query);
  return found?.reach ?? through;
}
