/**
 * What one account may have of the connections: all of them while it is alone, a quarter while others ask, too. A fixed share would
 * leave most of a server idle that works for a single account.
 */

import { makeActiveHolders } from '../../fairness/active-holders.ts';
import type { BudgetOptions } from '../../fairness/budget.ts';
import type { Clock } from '../../lib/time.ts';

const FEWEST = 2;

export function shareWhileOthersAsk(total: number, clock: Clock) {
  const { asks, othersAsk } = makeActiveHolders(clock);
  const share = (account: string) =>
    othersAsk(account) ? Math.min(total, Math.max(FEWEST, Math.floor(total / 4))) : total;
  return { total, asks, share } satisfies Partial<BudgetOptions>;
}
