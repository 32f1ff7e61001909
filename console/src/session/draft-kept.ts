/** True if the previous user has an unsaved draft at an address, including dialogs of a list or Home. */
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { hasStoredDraft, newRecordDraftKey } from '../records/record/drafts.ts';

/** `/console/acc_1/WorkOrders/12/History`, `/console/acc_1/Tasks/new?WorkOrderID=12` */
export function hasDraftAt({ pathname, search }: Location, queries: QueryClient): boolean {
  const [, account = '', ...place] = pathname.replace(/^\/console/, '').split('/');
  // What waits where another one was begun was not typed here.
  if (place[1] === 'new') place[1] = newRecordDraftKey(search);
  const me = queries.getQueryData(meQuery(account).queryKey);
  return me !== undefined && hasStoredDraft(me, ...place.slice(0, 2));
}
