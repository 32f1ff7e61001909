/** What the room works with, given by whoever builds the doors. */
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
  /** Of a person, the subscriptions of the whole account. */
  subscriptions(caller: Caller): Pick<SubscriptionStore, 'audience' | 'list'>;
  proposals(caller: Caller): ProposalStore;
  integrations(account: AccountScope): Promise<readonly IntegrationListing[]>;
  readonly patchLimits: PatchLimits;
  readonly approvalClock: Clock;
  /** Whoever an assistant works for may not approve what it proposes. */
  readonly needsAnother: boolean;
}
