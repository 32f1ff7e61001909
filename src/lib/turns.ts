/** For work in many steps on the thread that serves everybody: others get their turn whenever they have waited for some time. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long others wait at most, and for the step that is under way then. */
export const MAX_SLICE_MS = 10;

/** To be awaited between two steps. */
export function createYield(longestMs = MAX_SLICE_MS): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestMs) return;
    await nextTurn();
    began = performance.now();
  };
}
