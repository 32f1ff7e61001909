/**
 * Figures are kept for a minute by account and what was asked, and one of an account is computed at a time: however many people look at
 * it, and however often, it costs one pass a minute. Who waits for a figure that somebody else is having computed gets that one.
 */
import type { AccountScope } from '../accounts/account.ts';
import { RecentlyUsed } from '../accounts/recently-used.ts';
import { type Clock, formatTimestamp } from '../kernel/time.ts';
import { Problem } from '../problems.ts';
import { type Budget, isRefusal, makeBudget } from '../shares/budget.ts';

export interface KeptFigures {
  /** The figure as JSON, with `asOf`; or why there is none. */
  figure(asked: FigureAsked): Promise<string | Problem>;
  readonly budget: Budget;
}

export interface FigureAsked {
  readonly account: AccountScope;
  /** Its name and all that it depends on. */
  readonly key: string;
  compute(now: number): Promise<object | Problem>;
  readonly gone: AbortSignal | undefined;
}

export const KEPT_MS = 60_000;
/** Some thousand characters each. */
const MOST_KEPT = 2_000;
/** Of one account one at a time, and never so many that lists find no thread. */
const COMPUTING = { total: 4, share: 1, queue: { total: 400, share: 100 }, waitMs: 20_000 };

export function makeKeptFigures(clock: Clock): KeptFigures {
  const kept = new RecentlyUsed<{ readonly text: string; readonly asOf: number }>(MOST_KEPT);
  const budget = makeBudget({ name: 'figures', ...COMPUTING });

  return {
    budget,
    async figure({ account, key, compute, gone }) {
      const name = `${account.shardID} ${account.id} ${key}`;
      const known = fresh(name);
      if (known !== undefined) return known;
      const holding = await budget.turn(`${account.shardID} ${account.id}`, 1, gone);
      if (isRefusal(holding)) {
        gone?.throwIfAborted();
        return new Problem('overloaded', 'Too many figures are being computed. Try again soon.', {
          headers: { 'Retry-After': '5' },
        });
      }
      try {
        return fresh(name) ?? (await computed(name, compute));
      } finally {
        holding.give();
      }
    },
  };

  function fresh(name: string): string | undefined {
    const known = kept.get(name);
    const age = known === undefined ? Infinity : clock.now() - known.asOf;
    return age >= 0 && age < KEPT_MS ? known!.text : undefined;
  }

  async function computed(name: string, compute: FigureAsked['compute']): Promise<string | Problem> {
    const asOf = clock.now();
    const figure = await compute(asOf);
    if (figure instanceof Problem) return figure;
    const text = JSON.stringify({ asOf: formatTimestamp(asOf), ...figure });
    kept.set(name, { text, asOf });
    return text;
  }
}
