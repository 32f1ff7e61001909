/**
 * Writing beside another program. SQLite can wait for it by itself, but the thread stands still meanwhile, and with it the
 * whole service: so a server does not let it, and whoever writes outside of the committer waits here.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './failures.ts';

const BUSY_RETRY_MS = 10;
const MAX_BUSY_WAIT_MS = 10_000;

/** Does the work as soon as nobody else writes. It is begun again from the start, so it must be one transaction or statement. */
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
