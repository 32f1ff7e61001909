/** Dependencies of the approvals module, passed in where its routes are created. */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { IntegrationListing } from '../accounts/store.ts';
import type { Clock } from '../lib/time.ts';
import type { ChangeLog } from '../records/log/store.ts';
import type { RecordStore } from '../records/store.ts';
import type { PatchLimits } from '../records/writes/patch-document.ts';
import type { SubscriptionStore } from '../webhooks/store.ts';
import type { ProposalStore } from './store.ts';

export interface ApprovalParts {
  records(caller: Caller): RecordStore;
  log(caller: Caller): ChangeLog;
  /** Returns the subscriptions of the caller; for a person, those of the whole account. */
  subscriptions(caller: Caller): Pick<SubscriptionStore, 'audience' | 'list'>;
  proposals(caller: Caller): ProposalStore;
  integrations(account: AccountScope): Promise<readonly IntegrationListing[]>;
  readonly patchLimits: PatchLimits;
  readonly approvalClock: Clock;
  /** True if the person for whom an assistant works may not approve its proposals. */
  readonly needsAnother: boolean;
}
