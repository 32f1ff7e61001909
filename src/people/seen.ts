/**
 * Writes the last activity of sessions in the background. Reading requests wait for no write, nor for a database that
 * accepts no changes at the moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AT_THE_END_MS } from '../accounts/keep-use.ts';
import { RecentlyUsed } from '../accounts/recently-used.ts';
import type { KnownSession, PeopleStore } from './store.ts';

export interface LastSeen {
  /** Writes the activity of the session if it is due. */
  note(session: KnownSession, now: number, address: string): void;
  /** Stops the writer: waits briefly for pending writes, and ignores later activity. */
  stop(): Promise<void>;
}

/** Minimum interval between two attempts per session, also after a failure. */
const SEEN_MS = 60_000;

/** Maximum sessions whose last attempt is remembered; a forgotten session is written once more. */
const MAX = 20_000;

export function createLastSeenWriter({
  stores,
  onFailure,
}: {
  /** Stores by shard. */
  readonly stores: ReadonlyMap<string, Pick<PeopleStore, 'seen'>>;
  readonly onFailure: (failure: unknown) => void;
}): LastSeen {
  const triedOn = new RecentlyUsed<number>(MAX);
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  return {
    note({ account, tokenHash, askedOn }, now, address) {
      const { shardID, key } = account;
      const name = `${shardID} ${key} ${tokenHash.toString('base64')}`;
      if (isOver || now - Math.max(askedOn, triedOn.get(name) ?? 0) <= SEEN_MS) return;
      triedOn.set(name, now);
      // Write to every shard: the session's idle timeout applies to all its accounts, and an unavailable shard must not
      // block others.
      for (const store of stores.values()) {
        const writing = store
          .seen(tokenHash, account, now, address)
          .catch(onFailure)
          .finally(() => underWay.delete(writing));
        underWay.add(writing);
      }
    },
    async stop() {
      isOver = true;
      await Promise.race([Promise.all(underWay), sleep(AT_THE_END_MS, undefined, { ref: false })]);
    },
  };
}
