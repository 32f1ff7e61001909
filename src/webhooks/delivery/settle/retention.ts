/**
 * Forgets what is old: settled deliveries, changes that nobody waits for any more, and what is left of subscriptions that
 * were deleted. In small steps with pauses, so that nothing else has to wait for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../lib/time.ts';

/**
 * The port: each step looks at `most` rows or fewer, deletes those it may, and says where to go on. It goes from holder to holder: an account
 * that has moved here brings rows that are older than those of others before it, but its own are in the order in which they were made.
 */
export interface DeliveryArchive {
  /** Deliveries settled before `before`, from the oldest of each subscription on. */
  pruneDeliveries(before: number, after: RetentionCursor, most: number): Promise<PruneResult>;
  /** Changes committed before `before`, from the oldest of each account on; never one with a delivery that waits. */
  pruneChanges(before: number, after: RetentionCursor, most: number): Promise<PruneResult>;
  /** Some of the log of subscriptions that were deleted, then these themselves. */
  pruneRemoved(before: number, most: number): Promise<'more' | 'done'>;
}

/** Behind a row of a holder; behind all of them where none is named. */
export interface RetentionCursor {
  readonly holder: number;
  readonly row?: number | undefined;
}
/** Before every holder. */
export const RETENTION_START: RetentionCursor = { holder: 0 };

export interface PruneResult {
  readonly deleted: number;
  /** How far it has come; undefined when nothing older than the limit is left behind it. */
  readonly after: RetentionCursor | undefined;
}

export interface RetentionOptions {
  readonly archive: DeliveryArchive;
  readonly clock: Clock;
  readonly deliveryDays: number;
  readonly eventDays: number;
  /** 0: the log of changes is kept for ever. */
  readonly historyDays: number;
  /** Between two rounds, and between two steps of one. */
  readonly everyMs: number;
  readonly pauseMs: number;
  readonly onFailure: (failure: unknown) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A change that saw the subscription a moment before its deletion is committed by then, deliveries and all. */
const REMOVED_GRACE_MS = 60_000;

/** Works until `stopped`; a round that fails is made up for by the next. */
export async function startPruning(options: RetentionOptions, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await pruneOnce(options, stopped).catch(options.onFailure);
    await pause(options.everyMs, stopped);
  }
}

/** One round over everything. */
export async function pruneOnce(options: RetentionOptions, stopped: AbortSignal): Promise<void> {
  const { archive, clock, deliveryDays, eventDays, historyDays, pauseMs } = options;
  const changeDays = historyDays === 0 ? Infinity : Math.max(historyDays, eventDays);
  const now = clock.now();
  const steps = [
    (after: RetentionCursor, most: number) => archive.pruneDeliveries(now - deliveryDays * DAY_MS, after, most),
    ...(changeDays === Infinity
      ? []
      : [(after: RetentionCursor, most: number) => archive.pruneChanges(now - changeDays * DAY_MS, after, most)]),
    async (_: RetentionCursor, most: number) => ({
      after: (await archive.pruneRemoved(now - REMOVED_GRACE_MS, most)) === 'more' ? RETENTION_START : undefined,
    }),
  ];
  for (const step of steps) {
    let most = INITIAL_BATCH_ROWS;
    for (let after: RetentionCursor | undefined = RETENTION_START; after !== undefined && !stopped.aborted; ) {
      const began = performance.now();
      ({ after } = await step(after, most));
      most = nextBatchRows(most, performance.now() - began);
      await pause(pauseMs, stopped);
    }
  }
}

/** As many rows as will take about `STEP_MS`, judging by the step before; others wait for the database meanwhile. */
export function nextBatchRows(most: number, tookMs: number): number {
  const fitting = Math.floor((most * TARGET_STEP_MS) / Math.max(tookMs, 0.1));
  return Math.min(MAX_BATCH_ROWS, 2 * most, Math.max(MIN_BATCH_ROWS, fitting));
}

const TARGET_STEP_MS = 8;
const INITIAL_BATCH_ROWS = 64;
const MIN_BATCH_ROWS = 32;
const MAX_BATCH_ROWS = 500;

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
}
