/** That somebody was seen is written down behind the request: who only reads waits for no writing, nor for a database that takes no changes for now. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AT_THE_END_MS } from '../accounts/keep-use.ts';
import { RecentlyUsed } from '../accounts/recently-used.ts';
import type { KnownSession, PeopleStore } from './store.ts';

export interface LastSeen {
  /** Writes it down where that is due. */
  note(session: KnownSession, now: number, address: string): void;
  /** Nothing is written any more. */
  stop(): Promise<void>;
}

/** At most so often, also where it cannot be written. */
const SEEN_MS = 60_000;

/** So many sessions are known by when it was tried last; of those before it is tried once more. */
const MAX = 20_000;

export function createLastSeenWriter({
  stores,
  onFailure,
}: {
  /** By shard. */
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
      // On every shard, whichever the session is on: it runs out in all its accounts at once, and one that is away keeps it from no other.
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
