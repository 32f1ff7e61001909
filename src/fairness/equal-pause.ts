/**
 * Gives a turn of the thread back after a pause as long as the work was. Without it the next of the same holder would begin in the very
 * next turn of the event loop, and whoever asks a database for something takes several of those to be answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FairSemaphore, Permit } from './budget.ts';

export const MAX_PAUSE_MS = 50;

export function releaseAfterEqualPause(turn: Permit, tookMs: number, leastMs = 0): void {
  setTimeout(() => turn.give(), Math.max(leastMs, Math.min(tookMs, MAX_PAUSE_MS)));
}

/** Does the work as soon as it is the holder's turn, whose next one comes after such a pause. For a budget that refuses nobody. */
export async function runWithEqualPause<Result>(
  budget: FairSemaphore,
  holder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = (await budget.turn(holder)) as Permit;
  const began = performance.now();
  try {
    return await work();
  } finally {
    releaseAfterEqualPause(turn, performance.now() - began);
  }
}

/** For what is done step by step: each begins after a pause as long as the one before took. The busier everything is, the longer both are. */
export function createEqualPause(): <Result>(step: () => Promise<Result>) => Promise<Result> {
  let tookMs = 0;
  return async (step) => {
    if (tookMs > 0) await sleep(Math.min(tookMs, MAX_PAUSE_MS));
    const began = performance.now();
    const result = await step();
    tookMs = performance.now() - began;
    return result;
  };
}
