/**
 * When the work on a request begins. What one asks for takes the thread in many ways: a record is decoded, judged and written anew, a page is
 * put together, a piece of an export goes out. Each way has a limit of its own, and one account can come in by all of them at once. So while
 * others ask, too, an account has a few requests at work, and those behind them wait. Where the thread is busy, whoever has got large answers lately
 * has one, or one piece of an answer, and then a pause as long as it took. Alone nobody waits.
 */

import { createActiveTenants } from '../fairness/active-holders.ts';
import {
  type AcquireRefusal,
  createFairSemaphore,
  type FairSemaphore,
  isRefusal,
  type Permit,
} from '../fairness/budget.ts';
import { MAX_PAUSE_MS, releaseAfterEqualPause } from '../fairness/equal-pause.ts';
import type { ClientAbort } from '../lib/gone.ts';
import type { Clock } from '../lib/time.ts';

export interface RequestScheduler {
  readonly budgets: readonly FairSemaphore[];
  /** Undefined where the request need not wait for its turn. */
  turn(
    holder: string,
    gone: ClientAbort,
  ): Promise<ScheduledTurn | AcquireRefusal> | ScheduledTurn | AcquireRefusal | undefined;
  /** Makes the next piece of an answer in such a turn. What has begun cannot be refused any more: without a turn in time it goes on. */
  piece<Result>(holder: string, gone: ClientAbort, make: () => Promise<Result>): Promise<Result>;
  /** For a step of what is at hand and only has to go out, in a line of its own: requests do not stand behind steps. Undefined as for requests. */
  stepTurn(holder: string, gone: ClientAbort): Promise<ScheduledTurn | undefined>;
  /** A large answer goes out to this holder. */
  noteLarge(holder: string): void;
}

export interface ScheduledTurn {
  over(wasLarge: boolean): void;
}

/** At a time, where no large ones take the thread. */
const TURNS_PER_TENANT = 8;
const LARGE_RESPONSE_MEMORY_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** `requests`: as many as may be under way; how many of them are one holder's has a limit of its own. */
export function createRequestScheduler(requests: number, clock: Clock, isBusy: () => boolean): RequestScheduler {
  const active = createActiveTenants(clock);
  /** When the last large answer went out to whom, the longest ago first. */
  const lastLarge = new Map<string, number>();
  const budget = createFairSemaphore({
    name: 'beginnings',
    total: requests,
    share: (holder) => (hadLarge(holder) && isBusy() ? 1 : TURNS_PER_TENANT),
    queue: { total: requests, share: requests },
    waitMs: MAX_WAIT_MS,
  });
  const steps = createFairSemaphore({
    name: 'steps',
    total: TURNS_PER_TENANT,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });
  return { budgets: [budget, steps], turn, piece, stepTurn, noteLarge };

  function turn(holder: string, gone: ClientAbort): ReturnType<RequestScheduler['turn']> {
    active.asks(holder);
    if (!active.othersAsk(holder)) return undefined;
    const had = budget.turn(holder, 1, gone);
    return had instanceof Promise ? had.then(begin) : begin(had);
  }

  function begin(holding: Permit | AcquireRefusal): ScheduledTurn | AcquireRefusal {
    if (isRefusal(holding)) return holding;
    const began = clock.now();
    // Whatever takes longer waits for a database, and leaves the thread to others meanwhile.
    const waiting = setTimeout(() => holding.give(), MAX_PAUSE_MS);
    return {
      over(wasLarge) {
        clearTimeout(waiting);
        if (wasLarge && isBusy()) releaseAfterEqualPause(holding, clock.now() - began);
        else holding.give();
      },
    };
  }

  async function piece<Result>(holder: string, gone: ClientAbort, make: () => Promise<Result>): Promise<Result> {
    noteLarge(holder);
    const had = await turn(holder, gone);
    try {
      return await make();
    } finally {
      if (had !== undefined && !isRefusal(had)) had.over(true);
    }
  }

  async function stepTurn(holder: string, gone: ClientAbort): Promise<ScheduledTurn | undefined> {
    noteLarge(holder);
    if (!active.othersAsk(holder)) return undefined;
    const had = begin(await steps.turn(holder, 1, gone));
    return isRefusal(had) ? undefined : had;
  }

  function hadLarge(holder: string): boolean {
    const last = lastLarge.get(holder);
    return last !== undefined && clock.now() - last <= LARGE_RESPONSE_MEMORY_MS;
  }

  function noteLarge(holder: string): void {
    const now = clock.now();
    lastLarge.delete(holder);
    lastLarge.set(holder, now);
    for (const [other, at] of lastLarge) {
      if (now - at <= LARGE_RESPONSE_MEMORY_MS) break;
      lastLarge.delete(other);
    }
  }
}
