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
  pruneDeliveries(before: number, after: Place, most: number): Promise<Pruned>;
  /** Changes committed before `before`, from the oldest of each account on; never one with a delivery that waits. */
  pruneChanges(before: number, after: Place, most: number): Promise<Pruned>;
  /** Some of the log of subscriptions that were deleted, then these themselves. */
  pruneRemoved(before: number, most: number): Promise<'more' | 'done'>;
}

/** Behind a row of a holder; behind all of them where none is named. */
export interface Place {
  readonly holder: number;
  readonly row?: number | undefined;
}
/** Before every holder. */
export const FIRST: Place = { holder: 0 };

export interface Pruned {
  readonly deleted: number;
  /** How far it has come; undefined when nothing older than the limit is left behind it. */
  readonly after: Place | undefined;
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
const GRACE_MS = 60_000;

/** Works until `stopped`; a round that fails is made up for by the next. */
export async function keepPruning(options: RetentionOptions, stopped: AbortSignal): Promise<void> {
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
    (after: Place, most: number) => archive.pruneDeliveries(now - deliveryDays * DAY_MS, after, most),
    ...(changeDays === Infinity
      ? []
      : [(after: Place, most: number) => archive.pruneChanges(now - changeDays * DAY_MS, after, most)]),
    async (_: Place, most: number) => ({
      after: (await archive.pruneRemoved(now - GRACE_MS, most)) === 'more' ? FIRST : undefined,
    }),
  ];
  for (const step of steps) {
    let most = FIRST_STEP;
    for (let after: Place | undefined = FIRST; after !== undefined && !stopped.aborted; ) {
      const began = performance.now();
      ({ after } = await step(after, most));
      most = nextStep(most, performance.now() - began);
      await pause(pauseMs, stopped);
    }
  }
}

/** As many rows as will take about `STEP_MS`, judging by the step before; others wait for the database meanwhile. */
export function nextStep(most: number, tookMs: number): number {
  const fitting = Math.floor((most * STEP_MS) / Math.max(tookMs, 0.1));
  return Math.min(LARGEST_STEP, 2 * most, Math.max(SMALLEST_STEP, fitting));
}

const STEP_MS = 8;
const FIRST_STEP = 64;
const SMALLEST_STEP = 32;
const LARGEST_STEP = 500;

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
}
