/**
 * Keeps an uncaught error within its attempt: an `error` event without a listener, a throw in a callback, an unhandled
 * rejection. Without this, Node ends the process, and every account suffers from one webhook. The attempt is found by
 * its async context. The test that needs this is tests/webhooks/unreachable.test.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { Log } from '../../../lib/log.ts';

export interface ErrorBoundary {
  /** Ends the work with this error. May be called again, and after the work is over. */
  onUncaught(error: unknown): void;
}

const boundaries = new AsyncLocalStorage<ErrorBoundary>();

/** Runs the work. The boundary receives all uncaught errors of the work and of everything it starts. */
export function runWithin<Result>(boundary: ErrorBoundary, work: () => Result): Result {
  return boundaries.run(boundary, work);
}

/**
 * Installs the handler; call it once per process. An error outside of every boundary ends the process with code 1, as
 * Node does by itself.
 */
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
