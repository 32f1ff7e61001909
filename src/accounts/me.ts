/** Response of GET /api/Me: the account and integration of a key, and its permissions. */
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
    /** True if the integration only creates proposals and writes nothing itself. */
    readonly proposesOnly: boolean;
  };
  readonly shardID: string;
  readonly permissions: Readonly<Record<RecordTypeName, Permission>>;
  readonly webhooks: boolean;
  /** Rate limit; 0 means no limit. */
  readonly rateLimit: { readonly limit: number; readonly windowSeconds: number };
}

/** Describes the caller; the properties are in display order. */
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
