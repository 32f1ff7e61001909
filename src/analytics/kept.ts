/**
 * Cache of figures by account and query, valid for one minute. Each account computes one figure at a time, so repeated
 * requests cost one pass a minute. A request that waits for the same figure gets the cached result.
 */
import type { AccountScope } from '../accounts/account.ts';
import { RecentlyUsed } from '../accounts/recently-used.ts';
import { createFairSemaphore, type FairSemaphore, isRefusal } from '../fairness/budget.ts';
import { type Clock, formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';

export interface CachedFigures {
  /** Returns the figure as JSON, with `asOf`; or a Problem. */
  figure(asked: FigureRequest): Promise<string | Problem>;
  readonly budget: FairSemaphore;
}

export interface FigureRequest {
  readonly account: AccountScope;
  /** Cache key: the name of the figure and all parameters that it depends on. */
  readonly key: string;
  compute(now: number): Promise<object | Problem>;
  readonly gone: AbortSignal | undefined;
}

export const CACHE_MS = 60_000;
/**
 * Cache size; an entry has about a thousand characters. Each account has its own cache, so many different windows of
 * one account evict no entry of another.
 */
const KEPT = { accounts: 100, ofEach: 40 };
/** Limits concurrent computations: one per account, and few enough in total to leave threads for lists. */
const COMPUTING = { total: 4, share: 1, queue: { total: 400, share: 100 }, waitMs: 20_000 };

interface Kept {
  readonly text: string;
  readonly asOf: number;
}

export function createCachedFigures(clock: Clock): CachedFigures {
  const kept = new RecentlyUsed<RecentlyUsed<Kept>>(KEPT.accounts);
  const budget = createFairSemaphore({ name: 'figures', ...COMPUTING });

  return {
    budget,
    async figure({ account, key, compute, gone }) {
      const holder = `${account.shardID} ${account.id}`;
      const own = figuresOf(holder);
      const known = fresh(own.get(key));
      if (known !== undefined) return known;
      const holding = await budget.turn(holder, 1, gone);
      if (isRefusal(holding)) {
        gone?.throwIfAborted();
        return new Problem('overloaded', 'Too many figures are being computed. Try again soon.', {
          headers: { 'Retry-After': '5' },
        });
      }
      try {
        return fresh(own.get(key)) ?? (await computed(own, key, compute));
      } finally {
        holding.give();
      }
    },
  };

  function figuresOf(holder: string): RecentlyUsed<Kept> {
    const own = kept.get(holder) ?? new RecentlyUsed<Kept>(KEPT.ofEach);
    kept.set(holder, own);
    return own;
  }

  function fresh(known: Kept | undefined): string | undefined {
    const age = known === undefined ? Infinity : clock.now() - known.asOf;
    return age >= 0 && age < CACHE_MS ? known!.text : undefined;
  }

  async function computed(
    own: RecentlyUsed<Kept>,
    key: string,
    compute: FigureRequest['compute'],
  ): Promise<string | Problem> {
    const asOf = clock.now();
    const figure = await compute(asOf);
    if (figure instanceof Problem) return figure;
    const text = JSON.stringify({ asOf: formatTimestamp(asOf), ...figure });
    own.set(key, { text, asOf });
    return text;
  }
}
