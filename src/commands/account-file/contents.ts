/** What a file of an account holds, in a sentence. */
import { recordTypeNames } from '../../catalogue/index.ts';
import type { Totals } from './format.ts';

export function recordsIn({ counts }: Pick<Totals, 'counts'>): number {
  return recordTypeNames.reduce((sum, type) => sum + (counts[type] ?? 0), 0);
}

export function describeContents(totals: Pick<Totals, 'counts' | 'waiting'>): string {
  const { integrations = 0, subscriptions = 0, deliveries = 0 } = totals.counts;
  const many = (count: number, one: string, several: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
  return [
    many(recordsIn(totals), 'record', 'records'),
    many(integrations, 'key', 'keys'),
    many(subscriptions, 'subscription', 'subscriptions'),
    `${many(deliveries, 'delivery', 'deliveries')} (${totals.waiting.toLocaleString('en')} waiting)`,
  ].join(', ');
}
