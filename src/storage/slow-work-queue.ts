/** Slow work of an account in its turn: none takes all of what is scarce, nor the whole line before it. */
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
  /** How many lists may wait in all. */
  readonly queue: number;
  /** For how long. */
  readonly waitMs: number;
}

/** One account may take a quarter of the line. */
export function createSlowWorkQueue(
  options: Pick<FairSemaphoreOptions, 'name' | 'total' | 'share'>,
  line: SlowWorkQueueOptions,
): FairSemaphore {
  const queue = { total: line.queue, share: Math.max(1, Math.floor(line.queue / 4)) };
  return createFairSemaphore({ ...options, queue, waitMs: line.waitMs });
}

/** All but one of so many, and one at least: whatever an account asks for, another one finds something free. */
export function allButOne(total: number): number {
  return Math.max(1, total - 1);
}

/** Streams at a time in one shard, by each process. */
export const STREAM_LIMITS = { name: 'streams', total: 4, share: 2 };

/** What is held is not for ever where the work cannot be begun. */
export function releaseOnFailure<Result>(holding: Pick<Permit, 'give'>, begin: () => Result): Result {
  try {
    return begin();
  } catch (failure) {
    holding.give();
    throw failure;
  }
}

/** A Problem where too many wait, the wait was too long, or the client has left. */
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

/** Work that cannot be refused any more: it waits for nobody, and what else the account asks for waits for it. */
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

/** What a large page takes, until its lease ends. */
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
 * Who finds the line full is told so after a moment. Clients that ask again at once, whatever they are told, would otherwise keep the
 * process busy with refusing them; this way they wait as if they stood in line. Whoever stood there has waited.
 */
export async function delayRefusal(refusal: AcquireRefusal, problem: Problem): Promise<Problem> {
  if (refusal !== 'deadline' && refusal !== 'gone') await sleep(REFUSAL_DELAY_MS);
  return problem;
}

const REFUSAL_DELAY_MS = 500;
