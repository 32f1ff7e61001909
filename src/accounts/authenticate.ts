/**
 * From the three headers to the Caller, or to the one 401 that never tells which of them is wrong. A key that was
 * looked up is remembered for a moment (its hashes, never the secret), so most requests cost one SHA-256.
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
  /** Answers at once when the key is remembered. Rejects only when the shard's database cannot be asked. */
  authenticate(rawHeaders: readonly string[]): Caller | Problem | Promise<Caller | Problem>;
  /** Drops what is remembered of one key, or of all: after it, a key revoked here is refused at once. */
  forget(apiKey?: string): void;
}

export interface AuthenticatorOptions {
  /** The account directory of each shard, by the name the `shardID` header carries. */
  readonly shards: ReadonlyMap<string, AccountStore>;
  /** The date and time: it decides when the grace of a rotated secret ends. */
  readonly clock: Clock;
  /** How long a key is remembered. Bounds how late another instance's change is noticed when its notice gets lost. */
  readonly cacheMs?: number;
  /** How many keys are remembered per shard. */
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
 * Which of its secrets a key is shown by; undefined where it opens nothing. An unknown key does the same comparisons as a known one,
 * against a hash no secret has.
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
  // The grace is judged now, not when the key was looked up: it ends to the millisecond.
  if (holds) return 'current';
  return now < heldUntil ? 'previous' : undefined;
}

const hashOfNothing = Buffer.alloc(32);
const nothing = { hash: hashOfNothing, validUntil: 0 };
