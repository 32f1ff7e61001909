/**
 * Writes down what came of attempts. Those that come back while one transaction is under way share the next, so that a
 * thousand answers a second do not cost a thousand flushes to the disk. A database that is away is waited for: what is
 * known is kept in memory until it is written, and the record waits with it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, Finished, Judge, Written } from './queue.ts';

export interface Settler {
  /** Undefined when it was no longer ours to settle, or when it was given up. */
  settle(finished: Finished): Promise<Written | undefined>;
  /** Tries no longer than for what is under way: what could not be written is found unsettled by whoever comes next. */
  giveUp(): void;
}

const BATCH = 200;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

interface Waiting {
  readonly finished: Finished;
  answer(written: Written | undefined): void;
}

export function makeSettler(
  queue: Pick<DeliveryQueue, 'settle'>,
  judge: Judge,
  onFailure: (failure: unknown) => void,
): Settler {
  const waiting: Waiting[] = [];
  let running = false;
  let givenUp = false;

  return {
    settle(finished) {
      const written = new Promise<Written | undefined>((answer) => waiting.push({ finished, answer }));
      if (!running) void run();
      return written;
    },
    giveUp() {
      givenUp = true;
    },
  };

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      const written = await write(batch.map(({ finished }) => finished));
      batch.forEach(({ answer }, n) => {
        answer(written[n]);
      });
    }
    running = false;
  }

  async function write(batch: readonly Finished[]): Promise<readonly (Written | undefined)[]> {
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
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
