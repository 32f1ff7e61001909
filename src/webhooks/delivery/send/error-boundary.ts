/**
 * Keeps an error that nobody catches within the attempt it happened in: an `error` event without a listener, a throw in a callback, a
 * rejection nobody handles. Node hands these to the process, which ends with them, and every account would pay for one webhook.
 * The attempt is found by its async context. The test that needs this is tests/webhooks/unreachable.test.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { Log } from '../../../lib/log.ts';

export interface ErrorBoundary {
  /** Ends the work with this error. May be called again, and after the work is over. */
  onUncaught(error: unknown): void;
}

const boundaries = new AsyncLocalStorage<ErrorBoundary>();

/** Runs the work; the boundary gets what nobody catches in it, and in all that follows from it. */
export function runWithin<Result>(boundary: ErrorBoundary, work: () => Result): Result {
  return boundaries.run(boundary, work);
}

/** Once for the process. An error outside of every boundary ends it with code 1, as Node does by itself. */
export function installErrorBoundaries(log: Log): void {
  process.on('uncaughtException', (error) => {
    const boundary = boundaries.getStore();
    if (boundary === undefined) {
      process.stderr.write(`${inspect(error)}\n`);
      process.exit(1);
    }
    log.error({ err: error }, 'a delivery failed with an error that nobody caught');
    boundary.onUncaught(error);
  });
}
