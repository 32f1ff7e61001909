/**
 * Deletes old data: settled deliveries, changes that no delivery waits for, and what remains of deleted subscriptions.
 * Works in small steps with pauses, so that nothing else has to wait for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../lib/time.ts';

/**
 * Port to the database. Each step examines at most `most` rows, deletes those it may, and returns where to continue.
 * Steps go from holder to holder. An account that has moved here brings rows older than those of others before it; only
 * within one account are rows in creation order.
 */
export interface DeliveryArchive {
  /** Deliveries settled before `before`, from the oldest of each subscription on. */
  pruneDeliveries(before: number, after: RetentionCursor, most: number): Promise<PruneResult>;
  /** Changes committed before `before`, from the oldest of each account on; never one with a delivery that waits. */
  pruneChanges(before: number, after: RetentionCursor, most: number): Promise<PruneResult>;
  /** Some of the log of subscriptions that were deleted, then these themselves. */
  pruneRemoved(before: number, most: number): Promise<'more' | 'done'>;
}

/** Position after one row of a holder; after all rows of the holder if `row` is undefined. */
export interface RetentionCursor {
  readonly holder: number;
  readonly row?: number | undefined;
}
/** Position before the first holder. */
export const RETENTION_START: RetentionCursor = { holder: 0 };

export interface PruneResult {
  readonly deleted: number;
  /** Position to continue from; undefined if no rows older than the limit remain after it. */
  readonly after: RetentionCursor | undefined;
}

export interface RetentionOptions {
  readonly archive: DeliveryArchive;
  readonly clock: Clock;
  readonly deliveryDays: number;
  readonly eventDays: number;
  /** 0: the log of changes is kept for ever. */
  readonly historyDays: number;
  /** `everyMs` is the pause between two rounds, `pauseMs` the pause between two steps of a round. */
  readonly everyMs: number;
  readonly pauseMs: number;
  readonly onFailure: (failure: unknown) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Grace period after a deletion. A change that saw the subscription just before is committed by then, with its
 * deliveries.
 */
const REMOVED_GRACE_MS = 60_000;

/** Prunes in rounds until `stopped` is aborted. The next round makes up for one that fails. */
export async function startPruning(options: RetentionOptions, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await pruneOnce(options, stopped).catch(options.onFailure);
    await pause(options.everyMs, stopped);
  }
}

/** Runs one round over deliveries, changes and deleted subscriptions. */
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

/**
 * Returns how many rows should take about `TARGET_STEP_MS`, judging by the previous step. Other work waits for the
 * database during a step.
 */
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
