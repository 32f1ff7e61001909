/**
 * Prefetches what every account page needs (the user and the record types) while the page's script is still loading.
 */
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { catalogueQuery } from '../records/data/catalogue.ts';

/** `others`: the places in an account that are no lists of records. */
export function prefetchAccount(queries: QueryClient, pathname: string, others: ReadonlySet<string>): void {
  const [, account, place = ''] = /^\/console\/(acc_[^/]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
  if (account === undefined) return;
  void queries.prefetchQuery(meQuery(account));
  if (!others.has(place)) void queries.prefetchQuery(catalogueQuery(account));
}
