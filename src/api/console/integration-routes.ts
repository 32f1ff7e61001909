/** Integrations of the account: people with Company Settings can list them; admins create, rotate and revoke them. */
import type { Caller } from '../../accounts/caller.ts';
import { systemRandom } from '../../accounts/chance.ts';
import { REPLAYED } from '../../accounts/idempotency.ts';
import {
  createIntegration,
  createIntegrationOnce,
  defaultGraceMs,
  endGrace,
  listIntegrations,
  revokeIntegration,
  rotateIntegration,
} from '../../accounts/integrations.ts';
import { isRefused, type Refusal } from '../../accounts/refused.ts';
import type { CreateAuditEntry } from '../../accounts/remembered.ts';
import { permissionsOf } from '../../accounts/roles.ts';
import type { AccountStore, IntegrationListing } from '../../accounts/store.ts';
import { readIdempotencyHeader } from '../../http/idempotency-header.ts';
import type { ApiRequest, ApiResponse, Route } from '../../http/route.ts';
import type { Json } from '../../lib/json.ts';
import { type Clock, formatTimestamp } from '../../lib/time.ts';
import { type AuditWhat, actorOf } from '../../people/audit.ts';
import { isWebConsole } from '../../people/person.ts';
import type { PeopleStore } from '../../people/store.ts';
import { Problem } from '../../problems.ts';
import { readBody } from './body.ts';
import { describeKeyUse, hourNumberBefore, respondWithKeyUsage } from './key-usage.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface IntegrationParts {
  readonly directories: ReadonlyMap<string, AccountStore>;
  readonly stores: ReadonlyMap<string, PeopleStore>;
  readonly clock: Clock;
  /** A key that was changed here is known anew at once. */
  forgetKey(apiKey: string): void;
}

const INTEGRATIONS_PATH = `${ACCOUNT_PATH}/Integrations`;
const MAX_GRACE_SECONDS = 7 * 24 * 3600;

export function integrationRoutes(parts: IntegrationParts): Route[] {
  const see = { allowed: 'company settings' } as const;
  const administer = { allowed: 'administer' } as const;
  return [
    {
      method: 'GET',
      path: INTEGRATIONS_PATH,
      operation: 'consoleListIntegrations',
      needs: see,
      handle: (request) => list(parts, request),
    },
    {
      method: 'POST',
      path: INTEGRATIONS_PATH,
      operation: 'consoleCreateIntegration',
      needs: administer,
      heeds: { headers: ['idempotency-key'] },
      handle: (request) => create(parts, request),
    },
    {
      method: 'POST',
      path: `${INTEGRATIONS_PATH}/:id/Rotate`,
      operation: 'consoleRotateIntegration',
      needs: administer,
      handle: (request) => rotate(parts, request),
    },
    {
      method: 'POST',
      path: `${INTEGRATIONS_PATH}/:id/EndGrace`,
      operation: 'consoleEndGrace',
      needs: administer,
      heeds: { body: false },
      handle: (request) =>
        changing(parts, request, 'key.grace_ended', async (directory, { account }, { id }, remembers) => {
          const ended = await endGrace(directory, account, id, remembers);
          return isRefused(ended) ? ended : { integrationID: id };
        }),
    },
    {
      method: 'GET',
      path: `${INTEGRATIONS_PATH}/:id/Usage`,
      operation: 'consoleGetUsage',
      needs: see,
      heeds: { query: true },
      handle: (request) => usage(parts, request),
    },
    {
      method: 'GET',
      path: `${INTEGRATIONS_PATH}/:id/RevokePreview`,
      operation: 'consolePreviewRevoking',
      needs: see,
      handle: (request) => preview(parts, request),
    },
    {
      method: 'POST',
      path: `${INTEGRATIONS_PATH}/:id/Revoke`,
      operation: 'consoleRevokeIntegration',
      needs: administer,
      heeds: { body: false },
      handle: (request) =>
        changing(parts, request, 'key.revoked', async (directory, { account }, { id }, remembers) => {
          const revoked = await revokeIntegration(directory, account, id, chanceOf(parts), remembers);
          return isRefused(revoked) ? revoked : { ...revoked, revokedOn: formatTimestamp(revoked.revokedOn) };
        }),
    },
  ];
}

async function list(parts: IntegrationParts, { caller: { account } }: ApiRequest): Promise<ApiResponse> {
  const listings = await listIntegrations(parts.directories.get(account.shardID)!, account);
  const store = parts.stores.get(account.shardID)!;
  const [webhooks, use] = [
    await store.webhookCounts(account),
    await store.useOfKeys(account, hourNumberBefore(parts.clock, 24)),
  ];
  const shown = listings.map((one) => {
    const { on = 0, off = 0 } = webhooks.get(one.id) ?? {};
    return { ...describe(one), ...describeKeyUse(use.get(one.id), parts.clock), webhooks: { on, off } };
  });
  return { status: 200, body: JSON.stringify(shown) };
}

function describe(one: IntegrationListing) {
  const { id, name, role, areas, apiKey, submitter, createdOn, createdBy, revokedOn } = one;
  return {
    id,
    name,
    builtIn: isWebConsole(id),
    role,
    areas,
    proposesOnly: one.proposesOnly === true,
    permissions: permissionsOf(one),
    apiKey: isWebConsole(id) ? null : apiKey,
    submitter,
    createdOn: formatTimestamp(createdOn),
    createdBy,
    revokedOn: revokedOn === null ? null : formatTimestamp(revokedOn),
  };
}

async function usage(parts: IntegrationParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const found = await find(parts, request);
  if (found instanceof Problem) return found;
  return respondWithKeyUsage(parts.stores.get(request.caller.account.shardID)!, parts.clock, request, found.id);
}

async function create(parts: IntegrationParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readBody(request, {
    name: 'text',
    preset: 'text?',
    role: 'text?',
    areas: 'texts?',
    submitter: 'text?',
    proposesOnly: 'boolean?',
  });
  if (body instanceof Problem) return body;
  const { account, person } = request.caller;
  const wishes = { ...body, as: person!.email };
  const directory = parts.directories.get(account.shardID)!;
  const remembers = remembering(parts, request, 'key.made', { name: body.name });
  const once = readIdempotencyHeader(request, 'POST Integrations', JSON.stringify(body));
  if (once instanceof Problem) return once;
  const beside = [chanceOf(parts), remembers] as const;
  const issued = await (once.idempotency === undefined
    ? createIntegration(directory, account, wishes, ...beside)
    : createIntegrationOnce(directory, account, wishes, once.idempotency, ...beside));
  if (isRefused(issued)) return refusal(issued);
  return { status: 201, body: JSON.stringify(issued), ...(issued.vaultSecret === null && { headers: REPLAYED }) };
}

async function rotate(parts: IntegrationParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const body = readBody(request, { graceSeconds: 'number?' });
  if (body instanceof Problem) return body;
  const seconds = body.graceSeconds ?? defaultGraceMs / 1000;
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAX_GRACE_SECONDS) {
    const message = `must be a whole number from 0 to ${MAX_GRACE_SECONDS}`;
    return new Problem('invalid_body', `/graceSeconds ${message}.`, {
      errors: [{ pointer: '/graceSeconds', message }],
    });
  }
  const work: Work = async (directory, { account }, { id }, remembers) => {
    const rotated = await rotateIntegration(directory, account, id, seconds * 1000, chanceOf(parts), remembers);
    return isRefused(rotated)
      ? rotated
      : { ...rotated, previousValidUntil: formatTimestamp(rotated.previousValidUntil) };
  };
  return changing(parts, request, 'key.rotated', work, { graceSeconds: seconds });
}

/** Shows what would happen to an integration and its webhooks, before the action is taken. */
async function preview(parts: IntegrationParts, request: ApiRequest): Promise<ApiResponse | Problem> {
  const { account } = request.caller;
  const found = await find(parts, request);
  if (found instanceof Problem) return found;
  const store = parts.stores.get(account.shardID)!;
  const counts = (await store.webhookCounts(account)).get(found.id);
  const use = await store.useOfKeys(account, hourNumberBefore(parts.clock, 24), found.id);
  const { lastUsedOn, calls24h } = describeKeyUse(use.get(found.id), parts.clock);
  const shown = {
    integrationID: found.id,
    name: found.name,
    webhooks: counts?.on ?? 0,
    waitingDeliveries: await store.waitingDeliveries(account, found.id),
    calls24h,
    lastUsedOn,
  };
  return { status: 200, body: JSON.stringify(shown) };
}

/** Action on one integration; resolves to the response body. */
type Work = (
  directory: AccountStore,
  caller: Caller,
  integration: IntegrationListing,
  remembers: CreateAuditEntry,
) => Promise<object | Refusal>;

/** Runs an action on one integration with its audit entry, and reloads its key. */
async function changing(
  parts: IntegrationParts,
  request: ApiRequest,
  what: AuditWhat,
  work: Work,
  detail: { readonly [name: string]: Json } = {},
): Promise<ApiResponse | Problem> {
  const found = await find(parts, request);
  if (found instanceof Problem) return found;
  const directory = parts.directories.get(request.caller.account.shardID)!;
  const remembers = remembering(parts, request, what, { name: found.name, ...detail });
  const done = await work(directory, request.caller, found, remembers);
  if (isRefused(done)) return refusal(done);
  parts.forgetKey(found.apiKey);
  return { status: 200, body: JSON.stringify(done) };
}

/** Finds an integration. The built-in one is excluded, because it has no key to manage. */
async function find(
  parts: IntegrationParts,
  { caller: { account }, parameters }: ApiRequest,
): Promise<IntegrationListing | Problem> {
  const [found] = await parts.directories.get(account.shardID)!.integrations(account, parameters.id ?? '');
  return found === undefined || isWebConsole(found.id)
    ? new Problem('not_found', 'There is no such integration in this account.')
    : found;
}

function refusal({ refused, isFull, revoked }: Refusal): Problem {
  if (revoked !== undefined) return new Problem('conflict', refused, { members: { revoked } });
  return new Problem(isFull ? 'conflict' : 'invalid_body', refused);
}

function chanceOf({ clock }: IntegrationParts) {
  return { ...systemRandom, clock };
}

function remembering(
  { clock }: IntegrationParts,
  { caller, client }: ApiRequest,
  what: AuditWhat,
  detail: { readonly [name: string]: Json },
): CreateAuditEntry {
  return (about) => ({ on: clock.now(), what, by: actorOf(caller), address: client, about, detail });
}
