/** Whether what was typed on the record at an address, and not saved, waits for whoever signs in again. */
import { keptDraft } from '../records/record/drafts.ts';

/** `/console/acc_1/WorkOrders/12/History` */
export function isDraftKeptAt(path: string): boolean {
  const [, account, type, id] = path.replace(/^\/console/, '').split('/');
  if (account === undefined || type === undefined || id === undefined) return false;
  return keptDraft(account, type, id === 'new' ? id : Number(id)) !== undefined;
}
