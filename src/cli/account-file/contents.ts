/** Describes the contents of an account file in one phrase. */
import { recordTypeNames } from '../../catalogue/index.ts';
import { countInWords } from '../in-words.ts';
import type { Totals } from './format.ts';

export function recordsIn({ counts }: Pick<Totals, 'counts'>): number {
  return recordTypeNames.reduce((sum, type) => sum + (counts[type] ?? 0), 0);
}

export function describeContents(totals: Pick<Totals, 'counts' | 'waiting'>): string {
  const { integrations = 0, subscriptions = 0, deliveries = 0 } = totals.counts;
  return [
    countInWords(recordsIn(totals), 'record', 'records'),
    countInWords(integrations, 'key', 'keys'),
    countInWords(subscriptions, 'subscription', 'subscriptions'),
    `${countInWords(deliveries, 'delivery', 'deliveries')} (${totals.waiting.toLocaleString('en')} waiting)`,
  ].join(', ');
}
