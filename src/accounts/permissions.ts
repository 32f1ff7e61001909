/** Permission checks per record type: undefined if permitted, otherwise a refusal that names the missing permission. */
import { type RecordTypeName, recordType } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import type { Caller, Person } from './caller.ts';
import { permissionsOf, type Role, roles } from './roles.ts';

export function mayRead(caller: Caller, type: RecordTypeName): Problem | undefined {
  return caller.permissions[type].read ? undefined : forbidden(caller, `read ${type}`, [missingArea(type)]);
}

export function mayWrite(caller: Caller, type: RecordTypeName): Problem | undefined {
  if (caller.permissions[type].write) {
    // User records define permissions, so require a recent confirmation.
    return caller.person !== undefined && type === 'Users' ? confirmed(caller) : undefined;
  }
  const missing: string[] = [];
  if (proposesOnly(caller) && grantedTo(caller, type)) return mustPropose(`write ${type}`);
  if (!caller.permissions[type].read) missing.push(missingArea(type));
  const writers = rolesThatWrite(type);
  if (!writers.includes(roleOf(caller))) missing.push(`the role ${writers.join(' or ')}`);
  return forbidden(caller, `write ${type}`, missing);
}

/** Checks that the caller may write the type, or at least propose a write for a person to decide on. */
export function mayPropose(caller: Caller, type: RecordTypeName): Problem | undefined {
  return proposesOnly(caller) && grantedTo(caller, type) ? undefined : mayWrite(caller, type);
}

/** Checks webhook access; set `writes` for subscribing and sending, which count as writes. */
export function mayUseWebhooks(caller: Caller, writes = false): Problem | undefined {
  if (caller.webhooks) return writes && proposesOnly(caller) ? NOT_PROPOSED : undefined;
  const missing = asPerson(caller) ? COMPANY_SETTINGS : 'the webhook permission (the area Webhooks)';
  return forbidden(caller, 'use webhooks', [missing]);
}

/** Checks access to the assistant endpoint. */
export function mayUseAssistant(caller: Caller): Problem | undefined {
  if (caller.integration.areas.includes('Assistant')) return undefined;
  return forbidden(caller, 'come in as an assistant', ['the area Assistant']);
}

/** True if the caller writes nothing itself: its writes become proposals that a person must approve. */
export function proposesOnly({ person, integration }: Caller): boolean {
  return person === undefined && integration.proposesOnly === true;
}

function grantedTo({ integration }: Caller, type: RecordTypeName): boolean {
  return permissionsOf(integration)[type].write;
}

function mustPropose(what: string): Problem {
  return new Problem(
    'forbidden',
    `This integration may not ${what} itself; it proposes, and a person decides. Send what you want written to POST /api/Proposals, with a reason.`,
  );
}

/** Refusal for webhooks: only record changes can be proposed. */
const NOT_PROPOSED = new Problem(
  'forbidden',
  'This integration may not change webhooks: it only proposes, and webhooks cannot be proposed. A person makes them in the console, or another integration with the area Webhooks that may write.',
);

/** Permits only people who may see the data of the company as a whole. */
export function maySeeCompany(caller: Caller): Problem | undefined {
  return caller.person?.companySettings ? undefined : forbidden(caller, 'see this', [COMPANY_SETTINGS]);
}

/** Permits only admins who have just confirmed their identity: for keys and permissions. */
export function mayAdminister(caller: Caller): Problem | undefined {
  return mayChangeAccount(caller) ?? confirmed(caller);
}

/** Permits only admins: for the settings of the account. */
export function mayChangeAccount(caller: Caller): Problem | undefined {
  return caller.person?.role === 'Admin' ? undefined : forbidden(caller, 'do this', ['the role Admin']);
}

/** Permits only people who have just confirmed their identity: for changes to their own sign-in methods. */
export function mayChangeOwn(caller: Caller): Problem | undefined {
  return caller.person === undefined ? new Problem('forbidden', 'This is for people alone.') : confirmed(caller);
}

const COMPANY_SETTINGS = 'the permission Company Settings';

function confirmed({ person }: Caller): Problem | undefined {
  if (person?.confirmed) return undefined;
  return new Problem(
    'confirmation_needed',
    'Keys, rights and passkeys are changed only by somebody who has just shown who that is: give the password once more, or show a passkey. It counts for 15 minutes.',
  );
}

function roleOf({ person, integration }: Caller): Role {
  return person === undefined ? integration.role : person.role;
}

function asPerson({ person, forIntegration }: Caller): Person | undefined {
  return forIntegration ? undefined : person;
}

function forbidden(caller: Caller, what: string, missing: readonly string[]): Problem {
  const needed = missing.join(' and ');
  const { integration } = caller;
  const person = asPerson(caller);
  if (person !== undefined) {
    return new Problem('forbidden', `To ${what} you need ${needed}; you have the role ${person.role}.`);
  }
  const has = `it has the role ${integration.role} and the areas ${integration.areas.join(', ')}`;
  return new Problem('forbidden', `To ${what} the integration needs ${needed}; ${has}.`);
}

function missingArea(type: RecordTypeName): string {
  return `the area ${recordType(type).area}`;
}

function rolesThatWrite(type: RecordTypeName): Role[] {
  return roles.filter((role) => permissionsOf({ role, areas: [recordType(type).area] })[type].write);
}
