/** Metrics of limited resources: one metric family for all budgets, so that one panel and one alert cover them all. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { type FairSemaphore, refusals, type SemaphoreCounts } from '../../fairness/budget.ts';
import type { Shard } from '../../storage/shard.ts';

export interface ShareMetrics {
  /** Adds budgets to the metrics. Pass `shard` if each shard has its own budgets. */
  watch(budgets: Iterable<Pick<FairSemaphore, 'tally'>>, shard?: string): void;
  /** Adds the budgets of each shard once the shard is open. */
  watchShards(shards: Iterable<Pick<Shard, 'id' | 'budgets' | 'whenOpen'>>): void;
}

export function shareMetrics(registry: Registry): ShareMetrics {
  const registers = [registry];
  const watched: { readonly budget: Pick<FairSemaphore, 'tally'>; readonly shard: string }[] = [];
  gauge('mds_share_capacity', 'Units there are of something scarce.', ({ total }) => total);
  gauge('mds_share_held', 'Units that are held.', ({ held }) => held);
  gauge(
    'mds_share_holders',
    'Accounts, or addresses where no account is known, that hold units.',
    (one) => one.holders,
  );
  gauge('mds_share_waiting', 'Those that wait for their turn.', ({ waiting }) => waiting);
  counter('mds_share_taken_total', 'Holdings taken.', [], ({ taken }) => [{ labels: {}, value: taken }]);
  counter(
    'mds_share_refused_total',
    'Holdings refused: the share of the holder or the whole was used up, too many waited, the wait was too long, or its client had left.',
    ['reason'],
    ({ refused }) => refusals.map((reason) => ({ labels: { reason }, value: refused[reason] })),
  );

  return {
    watch,
    watchShards(shards) {
      for (const shard of shards) shard.whenOpen(() => watch(shard.budgets, shard.id));
    },
  };

  function watch(budgets: Iterable<Pick<FairSemaphore, 'tally'>>, shard = ''): void {
    for (const budget of budgets) watched.push({ budget, shard });
  }

  function gauge(name: string, help: string, read: (tally: SemaphoreCounts) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['budget', 'shard'],
      registers,
      collect() {
        for (const { budget, shard } of watched) {
          const tally = budget.tally();
          this.set({ budget: tally.name, shard }, read(tally));
        }
      },
    });
  }

  function counter(
    name: string,
    help: string,
    more: readonly string[],
    read: (tally: SemaphoreCounts) => readonly { labels: Record<string, string>; value: number }[],
  ): void {
    new Counter({
      name,
      help,
      labelNames: ['budget', 'shard', ...more],
      registers,
      collect() {
        this.reset();
        for (const { budget, shard } of watched) {
          const tally = budget.tally();
          for (const { labels, value } of read(tally)) this.inc({ budget: tally.name, shard, ...labels }, value);
        }
      },
    });
  }
}
