/** Dependencies of approvals, from the shards; shared by the endpoints and the command line. */
import type { AccountScope } from './accounts/account.ts';
import type { Caller } from './accounts/caller.ts';
import type { ApprovalParts } from './approvals/approval-parts.ts';
import type { Clock } from './lib/time.ts';
import { isWebConsole } from './people/person.ts';
import type { Settings } from './settings.ts';
import type { Shard } from './storage/shard.ts';
import type { SubscriptionStore } from './webhooks/store.ts';
import { createAccountSubscriptions } from './webhooks/subscriptions/account-subscriptions.ts';
import type { SubscriptionOwner } from './webhooks/subscriptions/subscription.ts';

export function approvalParts(
  shardOf: (shardID: string) => Shard,
  settings: Settings,
  clock: Clock,
): ApprovalParts & { subscriptions(caller: Caller): SubscriptionStore } {
  const of = ({ shardID }: AccountScope) => shardOf(shardID);
  return {
    records: ({ account }) => of(account).records(account),
    log: ({ account }) => of(account).log(account),
    subscriptions: (caller) => subscriptionsFor(of(caller.account), caller),
    proposals: ({ account }) => of(account).proposals(account),
    integrations: (account) => of(account).accounts.integrations(account),
    patchLimits: { operations: settings.MDS_PATCH_OPERATIONS, depth: settings.MDS_PATCH_DEPTH },
    approvalClock: clock,
    needsAnother: settings.MDS_APPROVER === 'another',
  };
}

/** Returns the subscriptions of the integration for a key, and those of the whole account for a person. */
function subscriptionsFor(shard: Shard, { account, integration, person, webhooks }: Caller): SubscriptionStore {
  if (person === undefined) return shard.subscriptions(account, integration.id);
  const owned = (owner: SubscriptionOwner) => ({ owner, store: shard.subscriptions(account, owner.id) });
  const own = owned(integration);
  const all = async () => (await shard.accounts.integrations(account)).map(owned);
  return {
    ...createAccountSubscriptions(own, all, webhooks),
    async create(...wished) {
      // It is there from the first that is made in the console, and not from one that was refused.
      if (isWebConsole(integration.id)) await shard.people.ensureIntegration(account, integration);
      return own.store.create(...wished);
    },
  };
}
