/**
 * Retries writes while another program writes. SQLite's own busy timeout would block the thread, and with it the whole
 * service. So a server disables it, and writes outside the committer wait here instead.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './failures.ts';

const BUSY_RETRY_MS = 10;
const MAX_BUSY_WAIT_MS = 10_000;

/**
 * Runs the work, and retries it while another program writes. Each retry starts over, so the work must be one
 * transaction or statement.
 */
export async function retryWhileBusy<Result>(work: () => Result): Promise<Result> {
  const latest = performance.now() + MAX_BUSY_WAIT_MS;
  for (;;) {
    try {
      return work();
    } catch (failure) {
      if (!isBusy(failure) || performance.now() > latest) throw failure;
    }
    await pause(BUSY_RETRY_MS);
  }
}
