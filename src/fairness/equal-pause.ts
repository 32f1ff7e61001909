/**
 * Releases the permit after a pause as long as the work. Without it, the holder's next task would begin in the very
 * next turn of the event loop. A database request of another holder needs several turns to be answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FairSemaphore, Permit } from './budget.ts';

export const MAX_PAUSE_MS = 50;

export function releaseAfterEqualPause(turn: Permit, tookMs: number, leastMs = 0): void {
  setTimeout(() => turn.give(), Math.max(leastMs, Math.min(tookMs, MAX_PAUSE_MS)));
}

/**
 * Runs the work when it is the holder's turn, and releases the permit after an equal pause. Requires a budget that
 * refuses nobody.
 */
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

/**
 * Runs work step by step, each step after a pause as long as the previous step, up to `MAX_PAUSE_MS`. Under load, steps
 * and pauses both get longer.
 */
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
