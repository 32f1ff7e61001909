/**
 * Writes the results of attempts in batches. Results are collected for a moment and share one transaction, so that a
 * thousand of them a second do not cost a thousand flushes to disk. A result that blocks the next delivery of its
 * record is written at once. If the database is unavailable, results stay in memory until they are written.
 *
 * A delivery that is answered but not yet written would be sent again after a crash. So nothing more is sent while a
 * result has waited too long. However slow the database is, only what was out at that time can be sent twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, SettleInput, SettlePolicy, SettleResult } from '../../queue.ts';

export interface Settler {
  /** Resolves with undefined if this worker no longer had the lease, or if the write was given up. */
  settle(finished: SettleInput, urgency: 'soon' | 'at once'): Promise<SettleResult | undefined>;
  /** Resolves when no result has waited too long; undefined if that is already the case. */
  caughtUp(): Promise<void> | undefined;
  /** Stops collecting results before a write: the process is about to end. */
  hurry(): void;
  /** Stops retrying writes. The next worker finds the unwritten deliveries unsettled. */
  giveUp(): void;
}

/** Maximum number of results per write. SQLite blocks the thread during a write: about 4 ms for this many. */
const MAX_BATCH = 256;
const BATCH_DELAY_MS = 20;
/**
 * Wait after which nothing more is sent; results should be written within 250 ms. With a lower limit, deliveries to
 * others would wait for a busy disk.
 */
const LATE_MS = 200;
const MIN_RETRY_PAUSE_MS = 50;
const MAX_RETRY_PAUSE_MS = 1_000;

interface Waiting {
  readonly since: number;
  readonly finished: SettleInput;
  answer(written: SettleResult | undefined): void;
}

export function createSettler(
  queue: Pick<DeliveryQueue, 'settle'>,
  judge: SettlePolicy,
  onFailure: (failure: unknown) => void,
): Settler {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let urgent = false;
  let running = false;
  let hurried = false;
  let givenUp = false;
  /** Time since which the oldest result in the current write has waited. */
  let oldest: number | undefined;
  let held: PromiseWithResolvers<void> | undefined;

  return {
    settle(finished, urgency) {
      const written = new Promise<SettleResult | undefined>((answer) =>
        waiting.push({ since: performance.now(), finished, answer }),
      );
      urgent ||= urgency === 'at once';
      consider();
      return written;
    },
    caughtUp() {
      if (!isLate()) return undefined;
      held ??= Promise.withResolvers();
      return held.promise;
    },
    hurry() {
      hurried = true;
      consider();
    },
    giveUp() {
      givenUp = true;
    },
  };

  /** Writes at once if the results are urgent or fill a batch, otherwise after `BATCH_DELAY_MS`. */
  function consider(): void {
    if (running || waiting.length === 0) return;
    if (urgent || hurried || waiting.length >= MAX_BATCH) void run();
    else timer ??= setTimeout(run, BATCH_DELAY_MS);
  }

  function isLate(): boolean {
    const since = oldest ?? waiting[0]?.since;
    return since !== undefined && performance.now() - since > LATE_MS;
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = true;
    urgent = false;
    const batch = waiting.splice(0, MAX_BATCH);
    oldest = batch[0]?.since;
    const written = await write(batch.map(({ finished }) => finished));
    running = false;
    oldest = undefined;
    if (!isLate()) {
      held?.resolve();
      held = undefined;
    }
    batch.forEach(({ answer }, n) => {
      answer(written[n]);
    });
    consider();
  }

  async function write(batch: readonly SettleInput[]): Promise<readonly (SettleResult | undefined)[]> {
    for (let pause = MIN_RETRY_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_RETRY_PAUSE_MS)) {
      try {
        return await queue.settle(batch, judge);
      } catch (failure) {
        onFailure(failure);
        if (givenUp) return [];
        await sleep(pause);
      }
    }
  }
}
