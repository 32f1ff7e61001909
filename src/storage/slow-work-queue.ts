/** Queues slow work fairly between accounts: none takes all of a scarce resource, or the whole queue for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AcquireRefusal,
  createFairSemaphore,
  type FairSemaphore,
  type FairSemaphoreOptions,
  isRefusal,
  type Permit,
} from '../fairness/budget.ts';
import type { Problem } from '../problems.ts';
import { tooManyLists, tooManyPages } from './sql/database-problems.ts';

export interface SlowWorkQueueOptions {
  /** Maximum number of waiting lists, over all accounts. */
  readonly queue: number;
  /** Maximum wait in the queue. */
  readonly waitMs: number;
}

/** Creates a fair semaphore; one account may use a quarter of its queue. */
export function createSlowWorkQueue(
  options: Pick<FairSemaphoreOptions, 'name' | 'total' | 'share'>,
  line: SlowWorkQueueOptions,
): FairSemaphore {
  const queue = { total: line.queue, share: Math.max(1, Math.floor(line.queue / 4)) };
  return createFairSemaphore({ ...options, queue, waitMs: line.waitMs });
}

/** Returns `total` minus one, at least one: one account can never take everything. */
export function allButOne(total: number): number {
  return Math.max(1, total - 1);
}

/** Limits concurrent streams per shard and process. */
export const STREAM_LIMITS = { name: 'streams', total: 4, share: 2 };

/** Runs `begin`, and releases the permit if it throws. */
export function releaseOnFailure<Result>(holding: Pick<Permit, 'give'>, begin: () => Result): Result {
  try {
    return begin();
  } catch (failure) {
    holding.give();
    throw failure;
  }
}

/**
 * Runs the work under a permit. Returns a Problem if the queue is full, the wait was too long, or the client
 * disconnected.
 */
export async function withPermit<Result>(
  budget: FairSemaphore,
  account: number,
  work: () => Promise<Result>,
  gone?: AbortSignal,
  refusal: () => Problem = tooManyLists,
  patience?: number,
): Promise<Result | Problem> {
  const holding = await budget.turn(String(account), 1, gone, patience);
  if (isRefusal(holding)) return delayRefusal(holding, refusal());
  try {
    return await work();
  } finally {
    holding.give();
  }
}

/**
 * Runs work that can no longer be rejected, without waiting for a permit. Later work of the account waits for it
 * instead.
 */
export async function withForcedPermit<Result>(
  budget: FairSemaphore,
  account: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const holding = budget.owe(String(account), 1);
  try {
    return await work();
  } finally {
    holding.give();
  }
}

/** Acquires the permit of a large page, until its lease ends. */
export async function acquireForPage(
  budget: FairSemaphore,
  account: number,
  units: number,
  gone?: AbortSignal,
): Promise<Permit | Problem> {
  const holding = await budget.turn(String(account), units, gone);
  return isRefusal(holding) ? delayRefusal(holding, tooManyPages()) : holding;
}

/**
 * Delays the refusal when the queue is full. Clients that retry at once, despite the answer, would otherwise keep the
 * process busy with refusals. This way they wait as if they were in the queue. Requests that timed out in the queue
 * have waited already.
 */
export async function delayRefusal(refusal: AcquireRefusal, problem: Problem): Promise<Problem> {
  if (refusal !== 'deadline' && refusal !== 'gone') await sleep(REFUSAL_DELAY_MS);
  return problem;
}

const REFUSAL_DELAY_MS = 500;
