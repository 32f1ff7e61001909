/**
 * Creates, lists, rotates and revokes the integrations of an account, for the command line and the console. Each
 * integration is created on behalf of an admin of the account. The response contains the secret once; only its hash is
 * stored.
 */
import { secret256, sha256 } from '../lib/ids.ts';
import type { AccountScope } from './account.ts';
import { createApiKey, createIntegrationID, systemRandom } from './chance.ts';
import { chooseGrant, type GrantWords } from './chosen-grant.ts';
import { refuseEmail } from './email-address.ts';
import type { IdempotencyKey } from './idempotency.ts';
import { refuseName } from './name.ts';
import { firstEnd } from './previous-secrets.ts';
import { isRefused, type Refusal } from './refused.ts';
import type { CreateAuditEntry } from './remembered.ts';
import type { AccountStore, AdminContact, IntegrationListing, NewIntegration } from './store.ts';

/** Request for a new integration: a name, and a grant by preset or by role and areas. */
export interface KeyRequest extends GrantWords {
  readonly name: string;
  /** Submitter address in events; by default the admin's. */
  readonly submitter?: string | undefined;
  /** E-mail address of the admin on whose behalf it is created; by default the account's first admin. */
  readonly as?: string | undefined;
  /** Set if the integration only creates proposals and writes nothing itself. */
  readonly proposesOnly?: boolean | undefined;
}

/** Credentials of a new integration or after rotation. The secret is stored nowhere else. */
export interface IssuedKey {
  readonly integrationID: string;
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

/** Maximum active keys per account. Lists of keys and of their webhooks show all of them. */
export const MAX_KEYS = 1_000;

export async function createIntegration(
  store: AccountStore,
  account: AccountScope,
  request: KeyRequest,
  chance = systemRandom,
  remembers?: CreateAuditEntry,
  chosenID?: string,
): Promise<IssuedKey | Refusal> {
  const name = refuseName('integration', request.name);
  if (name) return name;
  const grant = chooseGrant(request);
  if (isRefused(grant)) return grant;
  const submitter = request.submitter === undefined ? undefined : refuseEmail('of the submitter', request.submitter);
  if (submitter) return submitter;
  const admin = await chooseAdmin(store, account, request.as);
  if (isRefused(admin)) return admin;
  const all = await store.integrations(account);
  // Exclude the built-in integration: it has no key, so its id is used as `apiKey`.
  const working = all.filter(({ id, apiKey, revokedOn }) => revokedOn === null && apiKey !== id);
  if (working.length >= MAX_KEYS) {
    return {
      refused: `The account has ${working.length} integrations, and may have ${MAX_KEYS}. Revoke one that is no longer needed.`,
      isFull: true,
    };
  }

  const apiKey = createApiKey(chance);
  const vaultSecret = secret256(chance.random);
  const id = chosenID ?? createIntegrationID(chance);
  const integration: NewIntegration = {
    id,
    name: request.name,
    role: grant.role,
    areas: grant.areas,
    createdOn: chance.clock.now(),
    createdBy: admin.email,
    submitter: request.submitter ?? admin.email,
    ...(request.proposesOnly && { proposesOnly: true }),
    apiKey,
    secretHash: sha256(vaultSecret),
  };
  const isMade = await store.createIntegration(account, integration, remembers?.(id));
  if (!isMade) return { refused: `There is an integration ${id} already.` };
  return { integrationID: id, apiKey, vaultSecret, shardID: account.shardID };
}

/**
 * Response for an integration that an earlier identical request created. The secret is null, because only the first
 * response contained it.
 */
export interface MadeBefore {
  readonly integrationID: string;
  readonly apiKey: string;
  readonly vaultSecret: null;
  readonly shardID: string;
}

/**
 * Creates an integration idempotently, for requests that are repeated because the response was lost. The id is derived
 * from the idempotency key, so a repeated request finds the existing integration.
 */
export async function createIntegrationOnce(
  store: AccountStore,
  account: AccountScope,
  request: KeyRequest,
  once: IdempotencyKey,
  chance = systemRandom,
  remembers?: CreateAuditEntry,
): Promise<IssuedKey | MadeBefore | Refusal> {
  const named = sha256([account.id, once.integrationID, once.key, once.fingerprint].join(' '));
  const id = createIntegrationID({ ...chance, random: (size) => named.subarray(0, size) });
  const made =
    (await madeBefore(store, account, id)) ?? (await createIntegration(store, account, request, chance, remembers, id));
  // If two requests run in parallel, only one creates the integration; the other finds it here.
  return isRefused(made) ? ((await madeBefore(store, account, id)) ?? made) : made;
}

async function madeBefore(
  store: AccountStore,
  account: AccountScope,
  id: string,
): Promise<MadeBefore | Refusal | undefined> {
  const [found] = await store.integrations(account, id);
  if (found === undefined) return undefined;
  if (found.revokedOn !== null)
    return {
      refused: `This request has made ${id}, which is revoked. Send another Idempotency-Key to make a new one.`,
      revoked: id,
    };
  return { integrationID: id, apiKey: found.apiKey, vaultSecret: null, shardID: account.shardID };
}

export function listIntegrations(store: AccountStore, account: AccountScope): Promise<IntegrationListing[]> {
  return store.integrations(account);
}

export interface RotatedKey extends IssuedKey {
  /** Earliest end of the grace period among the previous secrets. */
  readonly previousValidUntil: number;
}

export const defaultGraceMs = 24 * 60 * 60 * 1000;

/**
 * Rotates the secret. The previous secret stays valid for the grace period; older ones keep their end, but never
 * outlast it.
 */
export async function rotateIntegration(
  store: AccountStore,
  account: AccountScope,
  integrationID: string,
  graceMs = defaultGraceMs,
  chance = systemRandom,
  remembers?: CreateAuditEntry,
): Promise<RotatedKey | Refusal> {
  const integration = await findIntegration(store, account, integrationID);
  if (isRefused(integration)) return integration;
  if (integration.revokedOn !== null)
    return { refused: `The integration ${integrationID} is revoked. Make a new one.` };
  const vaultSecret = secret256(chance.random);
  const now = chance.clock.now();
  const grace = { now, until: now + graceMs };
  const previous = await store.rotate(account, integrationID, sha256(vaultSecret), grace, remembers?.(integrationID));
  if (previous === undefined) return unknownIntegration(account, integrationID);
  const ends = previous.map(({ validUntil }) => validUntil);
  const previousValidUntil = firstEnd(ends, now) ?? grace.until;
  return { integrationID, apiKey: integration.apiKey, vaultSecret, shardID: account.shardID, previousValidUntil };
}

/** Ends the grace period of all previous secrets immediately. Does nothing if there are none. */
export async function endGrace(
  store: AccountStore,
  account: AccountScope,
  integrationID: string,
  remembers?: CreateAuditEntry,
): Promise<{ readonly integrationID: string } | Refusal> {
  const ended = await store.endGrace(account, integrationID, remembers?.(integrationID));
  return ended ? { integrationID } : unknownIntegration(account, integrationID);
}

export interface RevokedKey {
  readonly integrationID: string;
  readonly apiKey: string;
  readonly revokedOn: number;
}

/**
 * Revokes the key and deactivates its subscriptions. Revoking twice is allowed and keeps the first timestamp. Within a
 * running service, the caller must then invalidate the authenticator's cache, so that the key stops working at once.
 */
export async function revokeIntegration(
  store: AccountStore,
  account: AccountScope,
  integrationID: string,
  chance = systemRandom,
  remembers?: CreateAuditEntry,
): Promise<RevokedKey | Refusal> {
  const integration = await findIntegration(store, account, integrationID);
  if (isRefused(integration)) return integration;
  const { apiKey, name } = integration;
  if (integration.revokedOn !== null) return { integrationID, apiKey, revokedOn: integration.revokedOn };
  const revokedOn = chance.clock.now();
  const reason = `The API key of the integration "${name}" was revoked.`;
  const revoked = await store.revoke(account, integrationID, revokedOn, reason, remembers?.(integrationID));
  return revoked ? { integrationID, apiKey, revokedOn } : unknownIntegration(account, integrationID);
}

async function chooseAdmin(store: AccountStore, account: AccountScope, as?: string): Promise<AdminContact | Refusal> {
  const [admin] = await store.admins(account, 1, as);
  if (admin !== undefined) return admin;
  if (as !== undefined) {
    return { refused: `"${as}" is not an active admin of the account, and only an admin can make a key.` };
  }
  return {
    refused: `The account has no active admin, and only an admin can make a key. Let one in: people invite --account ${account.id} --email E-MAIL --role Admin`,
  };
}

async function findIntegration(
  store: AccountStore,
  account: AccountScope,
  integrationID: string,
): Promise<IntegrationListing | Refusal> {
  const [found] = await store.integrations(account, integrationID);
  return found ?? unknownIntegration(account, integrationID);
}

function unknownIntegration(account: AccountScope, integrationID: string): Refusal {
  return { refused: `The account ${account.id} has no integration ${integrationID}.` };
}
