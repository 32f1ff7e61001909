/**
 * Gives a turn of the thread back after a pause as long as the work was. Without it the next of the same holder would begin in the very
 * next turn of the event loop, and whoever asks a database for something takes several of those to be answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Holding } from './budget.ts';

const LONGEST_MS = 50;

export function giveAfterEqualPause(turn: Holding, tookMs: number, leastMs = 0): void {
  setTimeout(() => turn.give(), Math.max(leastMs, Math.min(tookMs, LONGEST_MS)));
}

/** For what is done step by step: each begins after a pause as long as the one before took. The busier everything is, the longer both are. */
export function restAsLong(): <Result>(step: () => Promise<Result>) => Promise<Result> {
  let tookMs = 0;
  return async (step) => {
    if (tookMs > 0) await sleep(Math.min(tookMs, LONGEST_MS));
    const began = performance.now();
    const result = await step();
    tookMs = performance.now() - began;
    return result;
  };
}
