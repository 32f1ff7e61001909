/**
 * Schedules when the work on a request starts. A request uses the thread in many ways: decoding, checking and rewriting
 * a record, building a page, sending a chunk of an export. Each has its own limit, but one account can use all of them
 * at once. So while other accounts are active, each account has a few requests in progress and the rest are queued. If
 * the thread is busy, an account with recent large responses gets one request, or one chunk, at a time. It then pauses
 * for as long as that took. An account that is alone never waits.
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
  /** Acquires a turn for a request; undefined if the request does not have to wait for one. */
  turn(
    holder: string,
    gone: ClientAbort,
  ): Promise<ScheduledTurn | AcquireRefusal> | ScheduledTurn | AcquireRefusal | undefined;
  /**
   * Produces the next chunk of a response in a turn. A started response cannot be refused, so if no turn is free in
   * time, it continues without one.
   */
  piece<Result>(holder: string, gone: ClientAbort, make: () => Promise<Result>): Promise<Result>;
  /**
   * Acquires a turn to send the next chunk of finished data. It has its own queue, so that requests do not wait behind
   * chunks. Undefined if it does not have to wait.
   */
  stepTurn(holder: string, gone: ClientAbort): Promise<ScheduledTurn | undefined>;
  /** Records that a large response is being sent to this tenant. */
  noteLarge(holder: string): void;
}

export interface ScheduledTurn {
  over(wasLarge: boolean): void;
}

/** Concurrent turns per tenant, unless its large responses keep the thread busy. */
const TURNS_PER_TENANT = 8;
const LARGE_RESPONSE_MEMORY_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/** Creates the scheduler. `requests` is the limit on active requests; the number per tenant is limited separately. */
export function createRequestScheduler(requests: number, clock: Clock, isBusy: () => boolean): RequestScheduler {
  const active = createActiveTenants(clock);
  /** Time of the last large response by tenant, oldest first. */
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
    // Work that takes longer is waiting for a database and leaves the thread to others.
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
