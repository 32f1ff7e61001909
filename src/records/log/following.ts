/**
 * Following an account's log: a page at once, or held back until there is something. Whoever waits costs nothing until the log
 * grows; then those who stand at the same place and want the same are given the same page, read once.
 */
import type { AccountScope } from '../../accounts/account.ts';
import { createFairSemaphore, type FairSemaphore, type Permit } from '../../fairness/budget.ts';
import { releaseAfterEqualPause } from '../../fairness/equal-pause.ts';
import { createYield } from '../../lib/turns.ts';
import type { ChangeLog, FeedPage, FeedQuery } from './store.ts';

export interface Following {
  /** What readers share. */
  readonly budgets: readonly FairSemaphore[];
  /** The next page; where there is nothing, once there is, or an empty one after `waitMs` or when `ended` is aborted. */
  next(log: ChangeLog, account: WhoseLog, place: FeedPosition, waitMs: number, ended: AbortSignal): Promise<FeedPage>;
}

/** While it moves, an account is on two shards, each with a log of its own. */
export type WhoseLog = Pick<AccountScope, 'shardID' | 'id'>;

export interface FeedPosition {
  readonly after: number;
  readonly wish: FeedQuery;
}

/** Where changes are about to be committed it is looked again: soon, and then less and less often. */
const SOON_MS = 10;
const SLOWEST_LOOK_MS = 1_000;
/** What each reader of a page costs, and what is too little, or as much as anybody waits for. */
const HANDING_MS = 0.2;
const LITTLE_MS = 2;
const MAX_HANDING_MS = 200;

export function createFollowing(): Following {
  /** Pages that nobody has begun to read yet. Who comes later may know of a change that a begun one does not have. */
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
   * To put a page together takes the thread for milliseconds, and to hand it to hundreds of readers does again: those of one account do not
   * take all of it. What grows meanwhile is in their next page, which has more in it then.
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

/** A page, and how many are given it. */
interface Shared {
  readers: number;
  readonly page: Promise<FeedPage>;
}

function keyOf({ types, actions, most }: FeedQuery): string {
  return `${most} ${types.join()} ${actions.join()}`;
}

/** Told when the log grows, when the time is over, or when nobody waits any more. */
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
