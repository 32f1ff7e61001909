/**
 * Limits the connections of one account: all of them while it is the only active account, otherwise a quarter. A fixed
 * share would leave most of a server idle that works for a single account.
 */

import { createActiveTenants } from '../../fairness/active-holders.ts';
import type { FairSemaphoreOptions } from '../../fairness/budget.ts';
import type { Clock } from '../../lib/time.ts';

const MIN_SHARED_CONNECTIONS = 2;

export function createConnectionShares(total: number, clock: Clock) {
  const { asks, othersAsk } = createActiveTenants(clock);
  const share = (account: string) =>
    othersAsk(account) ? Math.min(total, Math.max(MIN_SHARED_CONNECTIONS, Math.floor(total / 4))) : total;
  return { total, asks, share } satisfies Partial<FairSemaphoreOptions>;
}
