/** Whether what was typed at an address, and not saved, waits for whoever was in last: on the record, or on one that a list or Home asked about. */
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { isDraftKept } from '../records/record/drafts.ts';

/** `/console/acc_1/WorkOrders/12/History` */
export function isDraftKeptAt(path: string, queries: QueryClient): boolean {
  const [, account = '', ...place] = path.replace(/^\/console/, '').split('/');
  const me = queries.getQueryData(meQuery(account).queryKey);
  return me !== undefined && isDraftKept(me, ...place.slice(0, 2));
}
