/**
 * How fast the changes of one account may make deliveries. With hundreds of subscriptions a single change writes hundreds of rows, and
 * everybody's requests would wait for them: the changes of such an account wait for each other instead.
 *
 * An account has so many deliveries a second, and may save up for a moment. What a change will make is known only once it is made; until
 * then it counts as what the changes of its account made lately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/time.ts';
import type { Problem } from '../../problems.ts';
import { tooManyDeliveries } from '../sql/database-problems.ts';

export interface FanOutRateLimiter {
  /** Makes a change of the account as soon as its deliveries allow; a Problem where that would take too long. */
  paced<Result>(account: number, change: () => Promise<Result>): Promise<Result | Problem>;
  /** A change of the account has made so many deliveries. */
  made(account: number, deliveries: number): void;
}

/** What an account has saved up, in seconds of its pace; and for how long a change may wait. */
const BURST_SECONDS = 2;
const MAX_WAIT_MS = 10_000;

interface Allowance {
  left: number;
  at: number;
  /** Of a change, by the latest ones. */
  usual: number;
}

export function createFanOutRateLimiter(perSecond: number, clock: Clock): FanOutRateLimiter {
  const most = perSecond * BURST_SECONDS;
  /** Only of accounts with subscriptions: the changes of others pass by. */
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
