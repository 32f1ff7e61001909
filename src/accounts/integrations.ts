/**
 * Making, listing, rotating and revoking the integrations of an account, for the command line and for people. An integration is made in the
 * name of an admin of the account. Its secret is shown once, in the answer; only the hash is kept.
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

/** What to make: a name, and what it may do by preset or by role and areas. */
export interface KeyRequest extends GrantWords {
  readonly name: string;
  /** The address events name as their submitter; without it the admin's. */
  readonly submitter?: string | undefined;
  /** E-mail address of the admin in whose name it is made; without it the account's first admin. */
  readonly as?: string | undefined;
  /** It writes nothing itself, and proposes instead. */
  readonly proposesOnly?: boolean | undefined;
}

/** The credentials of a new integration, or of one whose secret was rotated. The secret is nowhere else. */
export interface IssuedKey {
  readonly integrationID: string;
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

/** Keys of an account that work at the same time. Lists of keys and of their webhooks show all of them. */
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
  // The built-in one has no key: what stands in its place is its id.
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

/** What an integration that a request has made before is shown by: its secret was in the first answer alone. */
export interface MadeBefore {
  readonly integrationID: string;
  readonly apiKey: string;
  readonly vaultSecret: null;
  readonly shardID: string;
}

/** The same for a request that is repeated where its answer got lost: it makes one, whose id tells that it is the one of this request. */
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
  // Of two that come together one makes it, after both have looked.
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
  /** Until when the secrets before it are still accepted: when the first of them ends. */
  readonly previousValidUntil: number;
}

export const defaultGraceMs = 24 * 60 * 60 * 1000;

/** Gives the integration a new secret; the one before it stays good for the grace, and older ones for as long as was promised, if that is less. */
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

/** Ends the secrets before the last rotation ahead of their time. Where there is none, nothing happens. */
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
 * Switches the key off and with it its subscriptions. Revoking twice is no fault and keeps the first time. Within a running
 * service the caller then tells the authenticator to forget the key, so that it ends at once.
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
