/**
 * Writes down what came of attempts. Answers are gathered for a moment and share one transaction, so that a thousand of
 * them a second do not cost a thousand flushes to the disk; what holds up the next delivery of its record is written at
 * once. A database that is away is waited for: what is known is kept in memory until it is written.
 *
 * What is answered and not yet written would be sent again after a crash. So while something has waited for longer than it
 * should, nothing more is sent: however slow the database is, it is no more than what was out at that time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, SettleInput, SettlePolicy, SettleResult } from '../../queue.ts';

export interface Settler {
  /** Undefined when it was no longer ours to settle, or when it was given up. */
  settle(finished: SettleInput, urgency: 'soon' | 'at once'): Promise<SettleResult | undefined>;
  /** Resolves when nothing has waited for long; undefined where that is so already. */
  caughtUp(): Promise<void> | undefined;
  /** Gathers no longer: the process is about to end. */
  hurry(): void;
  /** Tries no longer: what could not be written is found unsettled by whoever comes next. */
  giveUp(): void;
}

/** On SQLite the thread stands still while a batch is written: about 4 ms for this many. */
const MAX_BATCH = 256;
const BATCH_DELAY_MS = 20;
/** What was answered is to be written within 250 ms. Held up earlier, deliveries to others would wait for a busy disk. */
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
  /** Of what is being written. */
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

  /** Writes now if there is a reason to, else in a moment. */
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
