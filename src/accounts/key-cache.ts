/**
 * Cache of recently used keys of one shard. Caches existing keys only: an unknown key is looked up each time. A new key
 * therefore works at once, and guesses cannot fill the memory.
 */
import type { Clock } from '../lib/time.ts';
import type { Caller } from './caller.ts';
import { RecentlyUsed } from './recently-used.ts';
import { mayUseWebhooks, permissionsOf, readingOnly } from './roles.ts';
import type { AccountStore, Credential } from './store.ts';

export interface KnownKey {
  readonly caller: Caller;
  readonly secretHash: Buffer;
  readonly previousSecrets: Credential['previousSecrets'];
  readonly revoked: boolean;
  /** Time of the database read. */
  readonly readAt: number;
}

export interface KeyCache {
  remembered(apiKey: string): KnownKey | undefined;
  /** Reads the key from the database; concurrent lookups of the same key share one query. */
  lookUp(apiKey: string): Promise<KnownKey | undefined>;
  forget(apiKey?: string): void;
}

export interface KeyCacheOptions {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly cacheMs: number;
  readonly maxEntries: number;
}

export function createKeyCache({ store, clock, cacheMs, maxEntries }: KeyCacheOptions): KeyCache {
  const known = new RecentlyUsed<KnownKey>(maxEntries);
  const underWay = new Map<string, Promise<KnownKey | undefined>>();
  const cache: KeyCache = { remembered, lookUp, forget };
  store.onChanged(() => forget());
  return cache;

  function remembered(apiKey: string): KnownKey | undefined {
    const key = known.get(apiKey);
    if (key === undefined) return undefined;
    const age = clock.now() - key.readAt;
    // A clock that was set back must not make a key live longer.
    return age >= 0 && age < cacheMs ? key : undefined;
  }

  function lookUp(apiKey: string): Promise<KnownKey | undefined> {
    const others = underWay.get(apiKey);
    if (others !== undefined) return others;
    const readAt = clock.now();
    const lookup = store.credential(apiKey).then(
      (credential) => {
        const key = credential && createKnown(credential, apiKey, readAt);
        // Invalidated during the read: the result may predate the change, so return it to the current waiters only.
        if (underWay.get(apiKey) !== lookup) return key;
        underWay.delete(apiKey);
        if (key === undefined) known.delete(apiKey);
        else known.set(apiKey, key);
        return key;
      },
      (failure) => {
        if (underWay.get(apiKey) === lookup) underWay.delete(apiKey);
        throw failure;
      },
    );
    underWay.set(apiKey, lookup);
    return lookup;
  }

  function forget(apiKey?: string): void {
    if (apiKey === undefined) {
      known.clear();
      underWay.clear();
    } else {
      known.delete(apiKey);
      underWay.delete(apiKey);
    }
  }
}

function createKnown(credential: Credential, apiKey: string, readAt: number): KnownKey {
  const { account, integration, secretHash, previousSecrets, revoked } = credential;
  const permissions = integration.proposesOnly ? readingOnly(integration) : permissionsOf(integration);
  const caller = { account, integration, apiKey, secretHash, permissions, webhooks: mayUseWebhooks(integration) };
  return { caller, secretHash, previousSecrets, revoked, readAt };
}
