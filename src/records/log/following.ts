/**
 * Long polling of an account's change log: returns a page at once, or as soon as there are entries. A waiting reader
 * costs nothing until the log grows. Readers with the same position and filters then share one page, read once.
 */
import type { AccountScope } from '../../accounts/account.ts';
import { createFairSemaphore, type FairSemaphore, type Permit } from '../../fairness/budget.ts';
import { releaseAfterEqualPause } from '../../fairness/equal-pause.ts';
import { createYield } from '../../lib/turns.ts';
import type { ChangeLog, FeedPage, FeedQuery } from './store.ts';

export interface Following {
  /** Semaphores that the readers share. */
  readonly budgets: readonly FairSemaphore[];
  /** Returns the next page as soon as it has entries, or an empty page after `waitMs` or when `ended` is aborted. */
  next(log: ChangeLog, account: WhoseLog, place: FeedPosition, waitMs: number, ended: AbortSignal): Promise<FeedPage>;
}

/** Identifies the log of an account. During a move, an account is on two shards, each with its own log. */
export type WhoseLog = Pick<AccountScope, 'shardID' | 'id'>;

export interface FeedPosition {
  readonly after: number;
  readonly wish: FeedQuery;
}

/** Polling delays with backoff, used while changes are about to be committed. */
const SOON_MS = 10;
const SLOWEST_LOOK_MS = 1_000;
/** Estimated cost of handing a page to one reader, the minimum total that causes a pause, and the maximum total. */
const HANDING_MS = 0.2;
const LITTLE_MS = 2;
const MAX_HANDING_MS = 200;

export function createFollowing(): Following {
  /**
   * Pages whose read has not started yet, which later readers may share. A later reader may know of a change that a
   * started read misses.
   */
  const asked = new Map<string, Shared>();
  const pages = createFairSemaphore({
    name: 'feed_pages',
    total: 4,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });

  return {
    budgets: [pages],
    async next(log, { shardID, id }, { after, wish }, waitMs, ended) {
      const holder = `${shardID} ${id}`;
      const until = performance.now() + waitMs;
      let patienceMs = SOON_MS;
      const turn = createYield();
      for (let from = after; ; ) {
        // Listened for before the page is read: what is committed in between is heard of.
        const growth = listen(log, ended);
        try {
          const page = await shared(holder, `${holder} ${from} ${keyOf(wish)}`, () => log.feed(from, wish));
          const leftMs = until - performance.now();
          if (page.entries.length > 0 || page.forgotten || leftMs <= 0 || ended.aborted) return page;
          // Nothing that is wanted, as far as was looked.
          from = page.through;
          if (page.more) {
            await turn();
            continue;
          }
          await growth.within(page.unsettled ? Math.min(leftMs, patienceMs) : leftMs);
          patienceMs = page.unsettled ? Math.min(SLOWEST_LOOK_MS, 2 * patienceMs) : SOON_MS;
        } finally {
          growth.stop();
        }
      }
    },
  };

  function shared(holder: string, key: string, read: () => Promise<FeedPage>): Promise<FeedPage> {
    const others = asked.get(key);
    if (others !== undefined) {
      others.readers++;
      return others.page;
    }
    const begin = () => {
      asked.delete(key);
      return read();
    };
    const mine: Shared = { readers: 1, page: inTurn(holder, begin, () => mine.readers) };
    asked.set(key, mine);
    return mine.page;
  }

  /**
   * Throttles page reads per account. Building a page blocks the thread for milliseconds, and handing it to hundreds of
   * readers does again. Entries added during the pause are in the next page.
   */
  async function inTurn(holder: string, read: () => Promise<FeedPage>, readers: () => number): Promise<FeedPage> {
    const turn = (await pages.turn(holder)) as Permit;
    const began = performance.now();
    try {
      return await read();
    } finally {
      const tookMs = performance.now() - began;
      const handingMs = Math.min(readers() * HANDING_MS, MAX_HANDING_MS);
      if (pages.tally().waiting > 0 || handingMs > LITTLE_MS) releaseAfterEqualPause(turn, tookMs, handingMs);
      // Also where nobody waits: of hundreds that come at once each would find it free, one behind the other in the same turn.
      else setImmediate(() => turn.give());
    }
  }
}

/** A page and the number of its readers. */
interface Shared {
  readers: number;
  readonly page: Promise<FeedPage>;
}

function keyOf({ types, actions, most }: FeedQuery): string {
  return `${most} ${types.join()} ${actions.join()}`;
}

/** Returns a waiter that resolves when the log grows, the time has passed or `ended` is aborted. */
function listen(log: ChangeLog, ended: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  const unwatch = log.watch(done);
  ended.addEventListener('abort', done, { once: true });
  let timer: NodeJS.Timeout | undefined;
  return {
    within(ms: number): Promise<void> {
      timer = setTimeout(done, ms);
      return promise;
    },
    stop() {
      clearTimeout(timer);
      unwatch();
      ended.removeEventListener('abort', done);
    },
  };
}
