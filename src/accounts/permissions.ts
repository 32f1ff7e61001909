/** What a caller may do, asked per record type: undefined when it may, else the refusal that names what is missing. */
import { type RecordTypeName, recordType } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import type { Caller } from './caller.ts';
import { permissionsOf, type Role, roles } from './roles.ts';

export function mayRead(caller: Caller, type: RecordTypeName): Problem | undefined {
  return caller.permissions[type].read ? undefined : forbidden(caller, `read ${type}`, [missingArea(type)]);
}

export function mayWrite(caller: Caller, type: RecordTypeName): Problem | undefined {
  if (caller.permissions[type].write) return undefined;
  const missing: string[] = [];
  if (!caller.permissions[type].read) missing.push(missingArea(type));
  const writers = rolesThatWrite(type);
  if (!writers.includes(caller.integration.role)) missing.push(`the role ${writers.join(' or ')}`);
  return forbidden(caller, `write ${type}`, missing);
}

export function mayUseWebhooks(caller: Caller): Problem | undefined {
  return caller.webhooks
    ? undefined
    : forbidden(caller, 'use webhooks', ['the webhook permission (the area Webhooks)']);
}

function forbidden({ integration }: Caller, what: string, missing: readonly string[]): Problem {
  const has = `it has the role ${integration.role} and the areas ${integration.areas.join(', ')}`;
  return new Problem('forbidden', `To ${what} the integration needs ${missing.join(' and ')}; ${has}.`);
}

function missingArea(type: RecordTypeName): string {
  return `the area ${recordType(type).area}`;
}

function rolesThatWrite(type: RecordTypeName): Role[] {
  return roles.filter((role) => permissionsOf({ role, areas: [recordType(type).area] })[type].write);
}
