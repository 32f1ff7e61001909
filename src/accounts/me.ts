/** The answer of GET /api/Me: the account and integration behind a key, and what it may do. */
import type { RecordTypeName } from '../catalogue/index.ts';
import { formatTimestamp } from '../lib/time.ts';
import type { Caller } from './caller.ts';
import type { RatePolicy } from './rate-limit.ts';
import { windowSeconds } from './rate-limit-headers.ts';
import type { Permission } from './roles.ts';

export interface Me {
  readonly account: { readonly id: string; readonly name: string };
  readonly integration: {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    readonly areas: readonly string[];
    readonly createdOn: string;
    readonly createdBy: string;
    /** It writes nothing itself, and proposes instead. */
    readonly proposesOnly: boolean;
  };
  readonly shardID: string;
  readonly permissions: Readonly<Record<RecordTypeName, Permission>>;
  readonly webhooks: boolean;
  /** A limit of 0 means that none is set. */
  readonly rateLimit: { readonly limit: number; readonly windowSeconds: number };
}

/** The keys stand in the order in which they are shown. */
export function describeCaller({ account, integration, permissions, webhooks }: Caller, policy: RatePolicy): Me {
  return {
    account: { id: account.id, name: account.name },
    integration: {
      id: integration.id,
      name: integration.name,
      role: integration.role,
      areas: integration.areas,
      createdOn: formatTimestamp(integration.createdOn),
      createdBy: integration.createdBy,
      proposesOnly: integration.proposesOnly === true,
    },
    shardID: account.shardID,
    permissions,
    webhooks,
    rateLimit: { limit: policy.limit, windowSeconds: windowSeconds(policy) },
  };
}
