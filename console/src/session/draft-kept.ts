/** Whether what was typed on the record at an address, and not saved, waits for whoever was in last. */
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { keptDraft } from '../records/record/drafts.ts';

/** `/console/acc_1/WorkOrders/12/History` */
export function isDraftKeptAt(path: string, queries: QueryClient): boolean {
  const [, account, type, id] = path.replace(/^\/console/, '').split('/');
  if (account === undefined || type === undefined || id === undefined) return false;
  const me = queries.getQueryData(meQuery(account).queryKey);
  return me !== undefined && keptDraft(me, type, id === 'new' ? id : Number(id)) !== undefined;
}
