/**
 * Parses a body or a patch into the settings of a subscription. Every fault is reported, so that all can be fixed at
 * once.
 */
import type { Caller } from '../../accounts/caller.ts';
import { mayRead } from '../../accounts/permissions.ts';
import { findRecordType, type RecordType, recordType, recordTypes } from '../../catalogue/index.ts';
import { escapePointer, type Json, type JsonObject, sameJson } from '../../lib/json.ts';
import { applyPatch, type Patch } from '../../lib/json-patch.ts';
import { nearest } from '../../lib/nearest.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../../problems.ts';
import type { AddressGuard } from '../delivery/send/address-guard.ts';
import { validateHeaders } from './custom-headers.ts';
import { parsePatience } from './patience.ts';
import {
  MAX_FILTER_ID_LENGTH,
  MAX_NAME_LENGTH,
  renderSubscription,
  type Subscription,
  type SubscriptionInput,
} from './subscription.ts';
import { findFilterType } from './subscription-filter.ts';
import { validateTargetUrl } from './validate-target-url.ts';

const INPUT_FIELDS = [
  'entityType',
  'action',
  'targetUrl',
  'name',
  'headers',
  'filterEntityType',
  'filterConditionEntityID',
  'includeOwn',
  'patience',
] as const satisfies (keyof SubscriptionInput)[];
const READ_ONLY_FIELDS = [
  'id',
  'active',
  'deactivateReason',
  'warning',
  'waiting',
  'createdOn',
] as const satisfies (keyof Subscription)[];

/** Parses the body of a POST. Optional fields may be null, which equals leaving them out. */
export function parseSubscription(body: Json, caller: Caller, guard: AddressGuard): SubscriptionInput | Problem {
  if (!isObject(body)) return invalid([fault('', 'must be an object with the fields of a subscription')]);
  const faults = strayFields(body, READ_ONLY_FIELDS, 'is read-only: the service sets it');
  const type = readEntityType(body.entityType, faults);
  const forbidden = type && mayRead(caller, type.name);
  if (forbidden !== undefined) return forbidden;
  const action = readAction(body.action, type, faults);
  const rest = readChangeable(body, undefined, type, guard, faults);
  if (faults.length > 0) return invalid(faults);
  return { entityType: type!.name, action: action!, ...rest };
}

/**
 * Returns the fault of a stored subscription, here or elsewhere, as a phrase; undefined if there is none. The addresses
 * of its host are checked whenever it is dialled: an operator may have allowed other networks than now.
 */
export function validateStoredSubscription(
  wishes: { readonly [name in keyof SubscriptionInput]: Json },
): string | undefined {
  const faults: InputFault[] = [];
  const type = readEntityType(wishes.entityType, faults);
  const action = readAction(wishes.action, type, faults);
  readChangeable(wishes, undefined, type, ALLOW_ANY_HOST, faults);
  const [first] = faults as { pointer: string; message: string }[];
  if (first !== undefined) return `${first.pointer} ${first.message}`;
  if (type!.name !== wishes.entityType) return `/entityType must be written ${type!.name}`;
  return action === wishes.action ? undefined : `/action must be written ${action}`;
}
const ALLOW_ANY_HOST: Pick<AddressGuard, 'refusalOfHost'> = { refusalOfHost: () => undefined };

/**
 * Applies a PATCH. Unchanged values are not checked again; `entityType` and `action` would make another subscription.
 */
export function patchSubscription(
  current: Subscription,
  patch: Patch,
  guard: AddressGuard,
): SubscriptionInput | Problem {
  const before = renderSubscription(current);
  const patched = applyPatch(before, patch);
  if (!patched.ok) {
    const { operation, message, reason } = patched;
    const code = reason === 'test_failed' ? 'patch_test_failed' : 'invalid_patch';
    const errors = [{ pointer: `/${operation}`, message }];
    return new Problem(code, `Operation ${operation} of the patch: ${message}.`, { errors });
  }
  const after = patched.value;
  if (!isObject(after)) return invalid([fault('', 'must stay an object with the fields of a subscription')]);
  const faults = strayFields(after, [], '');
  for (const name of [...READ_ONLY_FIELDS, 'entityType', 'action'] as const) {
    const kept = Object.hasOwn(after, name) && sameJson(after[name]!, before[name]!);
    if (!kept) faults.push(fault(`/${name}`, 'is read-only and cannot be changed'));
  }
  const rest = readChangeable(after, before, recordType(current.entityType), guard, faults);
  if (faults.length > 0) return invalid(faults);
  return { entityType: current.entityType, action: current.action, ...rest };
}

function readEntityType(value: Json | undefined, faults: InputFault[]): RecordType | undefined {
  const type = typeof value === 'string' ? findRecordType(value) : undefined;
  if (type !== undefined && type.events.length > 0) return type;
  const names = recordTypes.filter(({ events }) => events.length > 0).map(({ name }) => name);
  faults.push(fault('/entityType', oneOf(names, value)));
  return undefined;
}

function readAction(value: Json | undefined, type: RecordType | undefined, faults: InputFault[]) {
  // Without a type there is nothing to judge it by; that fault is mended first.
  if (type === undefined) return undefined;
  const sought = typeof value === 'string' ? value.toLowerCase() : undefined;
  const action = type.events.find((event) => event.toLowerCase() === sought);
  if (action === undefined) faults.push(fault('/action', oneOf(type.events, value, ` for ${type.name}`)));
  return action;
}

function readChangeable(
  input: JsonObject,
  before: JsonObject | undefined,
  type: RecordType | undefined,
  guard: Pick<AddressGuard, 'refusalOfHost'>,
  faults: InputFault[],
): Omit<SubscriptionInput, 'entityType' | 'action'> {
  const value = (field: string): Json => (Object.hasOwn(input, field) ? input[field]! : null);
  const isNew = (field: string) => before === undefined || !sameJson(value(field), before[field]!);

  if (isNew('targetUrl')) {
    const message = value('targetUrl') === null ? 'is required' : validateTargetUrl(value('targetUrl'), guard);
    if (message !== undefined) faults.push(fault('/targetUrl', message));
  }
  if (isNew('name') && !isText(value('name'), 0, MAX_NAME_LENGTH) && value('name') !== null) {
    faults.push(fault('/name', `must be text of at most ${MAX_NAME_LENGTH} characters, or null`));
  }
  const headers = value('headers') ?? {};
  if (isNew('headers')) {
    for (const { pointer, message } of validateHeaders(headers)) faults.push(fault(`/headers${pointer}`, message));
  }
  if (type !== undefined && (isNew('filterEntityType') || isNew('filterConditionEntityID'))) {
    faults.push(...faultsOfFilter(type, value('filterEntityType'), value('filterConditionEntityID')));
  }
  const includeOwn = value('includeOwn') ?? true;
  if (typeof includeOwn !== 'boolean') faults.push(fault('/includeOwn', 'must be true or false'));
  if (isNew('patience') && value('patience') !== null && parsePatience(value('patience')) === undefined) {
    faults.push(fault('/patience', 'must be a time from 1h to 7d, as a whole number of m, h or d, or null'));
  }
  return {
    targetUrl: value('targetUrl') as string,
    name: value('name') as string | null,
    headers: headers as Record<string, string>,
    filterEntityType: value('filterEntityType') as string | null,
    filterConditionEntityID: value('filterConditionEntityID') as string | number | null,
    includeOwn: includeOwn as boolean,
    patience: value('patience') as string | null,
  };
}

function faultsOfFilter(type: RecordType, filterType: Json, filterID: Json): InputFault[] {
  if (filterType === null && filterID === null) return [];
  if (filterType === null) return [fault('/filterEntityType', 'must be sent together with filterConditionEntityID')];
  if (filterID === null) return [fault('/filterConditionEntityID', 'must be sent together with filterEntityType')];
  const faults: InputFault[] = [];
  if (typeof filterType !== 'string' || findFilterType(type, filterType) === undefined) {
    const offered = type.webhookFilter?.entityType;
    faults.push(
      fault(
        '/filterEntityType',
        offered === undefined ? `cannot be used: ${type.name} offers no filter` : `must be ${offered} for ${type.name}`,
      ),
    );
  }
  if (typeof filterID !== 'number' && !isText(filterID, 1, MAX_FILTER_ID_LENGTH)) {
    const message = `must be the ID of a record: a number, or text of 1 to ${MAX_FILTER_ID_LENGTH} characters`;
    faults.push(fault('/filterConditionEntityID', message));
  }
  return faults;
}

/** Returns faults for fields that a subscription does not have, and for those in `refused`. */
function strayFields(input: JsonObject, refused: readonly string[], refusal: string): InputFault[] {
  const known: readonly string[] = [...INPUT_FIELDS, ...READ_ONLY_FIELDS];
  return Object.keys(input)
    .filter((name) => refused.includes(name) || !known.includes(name))
    .slice(0, MAX_FAULTS)
    .map((name) => {
      if (refused.includes(name)) return fault(`/${name}`, refusal);
      const near = nearest(name, INPUT_FIELDS);
      const message = `is not a field of a subscription${near === undefined ? '' : `. Did you mean ${near}?`}`;
      // The name comes from the client: one too long to be a name is not sent back.
      return name.length > 100 ? fault('', `has a field that ${message}`) : fault(`/${escapePointer(name)}`, message);
    });
}

function oneOf(names: readonly string[], value: Json | undefined, when = ''): string {
  const near = typeof value === 'string' ? nearest(value, names) : undefined;
  const allowed = `must be one of ${names.join(', ')}${when}`;
  return near === undefined ? allowed : `${allowed}. Did you mean ${near}?`;
}

function isText(value: Json, least: number, most: number): boolean {
  if (typeof value !== 'string' || value.length < least || value.length > 2 * most) return false;
  return [...value].length <= most;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(pointer: string, message: string): InputFault {
  return { pointer, message };
}

function invalid(faults: readonly InputFault[]): Problem {
  const [first] = faults as [InputFault & { pointer: string }];
  const rest = faults.length > 1 ? ` (1 of ${faults.length} faults; see errors)` : '';
  const place = first.pointer === '' ? 'The subscription' : first.pointer;
  return new Problem('invalid_subscription', `${place} ${first.message}${rest}.`, { errors: faults });
}
