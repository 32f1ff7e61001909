/**
 * Yields to the event loop between the steps of long work, once the time slice is used up. Other requests on the same
 * thread can then run.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time slice; other work waits at most this long, plus the current step. */
export const MAX_SLICE_MS = 10;

/** Returns a function to await between two steps. */
export function createYield(longestMs = MAX_SLICE_MS): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestMs) return;
    await nextTurn();
    began = performance.now();
  };
}
