/**
 * Limits the rate at which the changes of one account create deliveries. With hundreds of subscriptions, a single
 * change writes hundreds of rows, and all other requests would wait for them. Changes of such an account wait for each
 * other instead. The limit is a number of deliveries per second, and unused allowance accumulates for a moment. The
 * deliveries of a change are known only after it was made. Until then the average of the account's recent changes is
 * used.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/time.ts';
import type { Problem } from '../../problems.ts';
import { tooManyDeliveries } from '../sql/database-problems.ts';

export interface FanOutRateLimiter {
  /**
   * Makes a change of the account as soon as its delivery rate allows. Returns a Problem if that would take too long.
   */
  paced<Result>(account: number, change: () => Promise<Result>): Promise<Result | Problem>;
  /** Records how many deliveries a change of the account has created. */
  made(account: number, deliveries: number): void;
}

/** Capacity of an account's allowance, in seconds of its rate. */
const BURST_SECONDS = 2;
const MAX_WAIT_MS = 10_000;

interface Allowance {
  left: number;
  at: number;
  /** Moving average of the deliveries per change. */
  usual: number;
}

export function createFanOutRateLimiter(perSecond: number, clock: Clock): FanOutRateLimiter {
  const most = perSecond * BURST_SECONDS;
  /** Allowances of accounts with subscriptions only. Changes of other accounts are not limited. */
  const allowances = new Map<number, Allowance>();

  return {
    paced(account, change) {
      const allowance = allowances.get(account);
      return allowance === undefined ? change() : inTime(allowance, change);
    },

    made(account, deliveries) {
      const allowance = allowances.get(account);
      if (allowance !== undefined) {
        refill(allowance);
        allowance.left -= deliveries;
        allowance.usual += (deliveries - allowance.usual) / 4;
      } else if (deliveries > 0) {
        allowances.set(account, { left: most - deliveries, at: clock.now(), usual: deliveries });
      }
    },
  };

  async function inTime<Result>(allowance: Allowance, change: () => Promise<Result>): Promise<Result | Problem> {
    // More than can be saved up would never be there.
    const expected = Math.min(allowance.usual, most);
    refill(allowance);
    const wait = ((expected - allowance.left) / perSecond) * 1000;
    if (wait > MAX_WAIT_MS) return tooManyDeliveries(Math.ceil(wait / 1000));
    allowance.left -= expected;
    try {
      if (wait > 0) await sleep(wait);
      return await change();
    } finally {
      allowance.left += expected;
    }
  }

  function refill(allowance: Allowance): void {
    const now = clock.now();
    allowance.left = Math.min(most, allowance.left + ((now - allowance.at) / 1000) * perSecond);
    allowance.at = now;
  }
}
