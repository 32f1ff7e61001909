/**
 * Authenticates the three headers: returns the Caller, or one 401 that never reveals which header is wrong. Caches each
 * key briefly (its hashes, never the secret), so most requests cost one SHA-256.
 */
import { constantTimeEqual, sha256 } from '../lib/ids.ts';
import type { Clock } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { Caller } from './caller.ts';
import { readCredentials } from './credentials.ts';
import { createKeyCache, type KnownKey } from './key-cache.ts';
import { MAX_PREVIOUS } from './previous-secrets.ts';
import type { AccountStore, Credential } from './store.ts';

export interface Authenticator {
  /** Returns synchronously if the key is cached. Rejects only if the shard's database is unavailable. */
  authenticate(rawHeaders: readonly string[]): Caller | Problem | Promise<Caller | Problem>;
  /** Invalidates the cache of one key, or of all keys: a key revoked here is then refused at once. */
  forget(apiKey?: string): void;
}

export interface AuthenticatorOptions {
  /** Account directories by shard, as named in the `shardID` header. */
  readonly shards: ReadonlyMap<string, AccountStore>;
  /** Clock for the date and time; decides when the grace period of a rotated secret ends. */
  readonly clock: Clock;
  /** Cache lifetime of a key. Limits how late a change on another instance takes effect if its notification is lost. */
  readonly cacheMs?: number;
  /** Maximum cached keys per shard. */
  readonly maxEntries?: number;
}

export const unauthorized = new Problem(
  'unauthorized',
  'Every request carries the headers apiKey, vaultSecret and shardID of one integration, each exactly once, ' +
    'or all three in one as Authorization: Bearer <apiKey>.<vaultSecret>.<shardID>. ' +
    'The credentials are shown when the integration is created; GET /api/Me tells what they may do.',
  { headers: { 'WWW-Authenticate': 'ApiKey realm="Maintenance Data Service"' } },
);

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { shards, clock, cacheMs = 2000, maxEntries = 10_000 } = options;
  const caches = new Map(
    Array.from(shards, ([shardID, store]) => [shardID, createKeyCache({ store, clock, cacheMs, maxEntries })]),
  );

  return {
    authenticate(rawHeaders) {
      const credentials = readCredentials(rawHeaders);
      if (credentials === undefined) return unauthorized;
      const offered = sha256(credentials.vaultSecret);
      const cache = caches.get(credentials.shardID);
      if (cache === undefined) return judge(undefined, offered, clock.now());
      const remembered = cache.remembered(credentials.apiKey);
      if (remembered !== undefined) return judge(remembered, offered, clock.now());
      return cache.lookUp(credentials.apiKey).then((key) => judge(key, offered, clock.now()));
    },
    forget(apiKey) {
      for (const cache of caches.values()) cache.forget(apiKey);
    },
  };
}

function judge(key: KnownKey | undefined, offered: Buffer, now: number): Caller | Problem {
  const secret = shownBy(key, offered, now);
  if (key === undefined || secret === undefined) return unauthorized;
  return secret === 'current' ? key.caller : { ...key.caller, secretHash: offered, byPreviousSecret: true };
}

/**
 * Returns which secret of the key matches; undefined if none does or the key is revoked. An unknown key takes the same
 * comparisons, against a hash that no secret has, so timing reveals nothing.
 */
export function shownBy(
  key: Pick<Credential, 'secretHash' | 'previousSecrets' | 'revoked'> | undefined,
  offered: Buffer,
  now: number,
): 'current' | 'previous' | undefined {
  const holds = constantTimeEqual(offered, key?.secretHash ?? hashOfNothing);
  let heldUntil = 0;
  for (let n = 0; n < MAX_PREVIOUS; n++) {
    const { hash, validUntil } = key?.previousSecrets[n] ?? nothing;
    if (constantTimeEqual(offered, hash)) heldUntil = validUntil;
  }
  if (key === undefined || key.revoked) return undefined;
  // Check the grace period now, not at lookup: it ends to the millisecond.
  if (holds) return 'current';
  return now < heldUntil ? 'previous' : undefined;
}

const hashOfNothing = Buffer.alloc(32);
const nothing = { hash: hashOfNothing, validUntil: 0 };
