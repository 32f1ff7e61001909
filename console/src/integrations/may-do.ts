/**
 * Summary of the permissions of a role and its areas, in words. It uses the same function as the service's permission
 * check.
 */
import { mayUseWebhooks, permissionsOf, type Grant as RoleAndAreas } from '../../../src/accounts/roles.ts';
import { pluralOf, type RecordTypeName, recordType, recordTypeNames } from '../../../src/catalogue/index.ts';

export interface IntegrationGrant extends RoleAndAreas {
  /** True if a person must approve the integration's changes. */
  readonly proposesOnly?: boolean;
}

export interface PermissionSummary {
  /** Types that the integration changes or, with `proposesOnly`, proposes changes to. */
  readonly changes: readonly RecordTypeName[];
  readonly reads: readonly RecordTypeName[];
  readonly cannotSee: readonly RecordTypeName[];
  readonly webhooks: boolean;
}

export function summarizePermissions(grant: IntegrationGrant): PermissionSummary {
  const permissions = permissionsOf(grant);
  return {
    changes: recordTypeNames.filter((type) => permissions[type].write),
    reads: recordTypeNames.filter((type) => permissions[type].read && !permissions[type].write),
    cannotSee: recordTypeNames.filter((type) => !permissions[type].read),
    webhooks: mayUseWebhooks(grant) && !grant.proposesOnly,
  };
}

/** Sentences, in the order in which somebody asks. `limit` is of requests in a minute; 0 where none is set. */
export function permissionSentences(
  grant: IntegrationGrant,
  { submitter, limit }: { submitter?: string; limit?: number } = {},
): string[] {
  const { changes, reads, cannotSee, webhooks } = summarizePermissions(grant);
  const proposes = grant.proposesOnly === true;
  const readsAlone = proposes ? recordTypeNames.filter((type) => !cannotSee.includes(type)) : reads;
  return [
    changes.length > 0 && !proposes && `Can read and change ${listed(changes)}.`,
    readsAlone.length > 0 && `Can read ${listed(readsAlone)}.`,
    changes.length > 0 && proposes && `Proposes changes to ${listed(changes)}, which a person decides.`,
    changes.length + reads.length === 0 && 'Can see no records at all.',
    cannotSee.length > 0 && `Cannot see ${listed(cannotSee)}.`,
    webhooks ? 'May make webhooks.' : 'May not make webhooks.',
    limit !== undefined && limit > 0 && `Up to ${limit} requests a minute.`,
    submitter !== undefined && submitter !== '' && `Changes carry the name ${submitter}.`,
  ].filter((sentence) => sentence !== false);
}

/** Returns a short summary of the permissions for a table row. */
export function permissionLine(grant: IntegrationGrant): string {
  const { changes, reads, cannotSee, webhooks } = summarizePermissions(grant);
  const hooks = webhooks ? ', webhooks' : '';
  const writes = grant.proposesOnly ? 'proposes changes to' : 'changes';
  if (changes.length + reads.length === 0) return `Nothing but its own name${hooks}`;
  if (cannotSee.length === 0) {
    const changesAll = grant.proposesOnly ? 'Reads everything, proposes changes to it' : 'Reads and changes everything';
    const what = reads.length === 0 ? changesAll : 'Reads everything';
    const but = reads.length > 0 && changes.length > 0 ? `, ${writes} ${counted(changes)}` : '';
    return `${what}${but}${hooks}`;
  }
  const parts = [changes.length > 0 && `${writes} ${counted(changes)}`, reads.length > 0 && `reads ${counted(reads)}`];
  const text = parts.filter((part) => part !== false).join(', ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}${hooks}`;
}

/** "Can it ...?" for one type, and what is missing. */
export function explainPermission(grant: IntegrationGrant, type: RecordTypeName): string {
  const { read, write } = permissionsOf(grant)[type];
  const { area } = recordType(type);
  const what = pluralOf({ name: type });
  const { proposesOnly, role } = grant;
  if (write && proposesOnly) return `It can read ${what} and propose changes to them, which a person decides.`;
  if (write) return `It can read and change ${what}.`;
  if (read)
    return `It can read ${what}. To ${proposesOnly ? 'propose changes to' : 'change'} them it would need another role than ${role}.`;
  return `It cannot see ${what}. It would need the area ${area}.`;
}

/** Two or three by name, more by name and number. */
function counted(types: readonly RecordTypeName[]): string {
  const [first, second, ...rest] = types.map((name) => pluralOf({ name }));
  if (second === undefined) return first!;
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`;
}

function listed(types: readonly RecordTypeName[]): string {
  const names = types.map((name) => pluralOf({ name }));
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
