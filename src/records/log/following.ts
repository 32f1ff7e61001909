/**
 * Following an account's log: a page at once, or held back until there is something. Whoever waits costs nothing until the log
 * grows; then those who stand at the same place and want the same are given the same page, read once.
 */
import { type Budget, type Holding, makeBudget } from '../../shares/budget.ts';
import { giveAfterEqualPause } from '../../shares/equal-pause.ts';
import type { ChangeLog, FeedPage, FeedWish } from './store.ts';

export interface Following {
  /** What readers share. */
  readonly budgets: readonly Budget[];
  /** The next page; where there is nothing, once there is, or an empty one after `waitMs` or when `ended` is aborted. */
  next(log: ChangeLog, account: string, place: Place, waitMs: number, ended: AbortSignal): Promise<FeedPage>;
}

export interface Place {
  readonly after: number;
  readonly wish: FeedWish;
}

/** Where changes are about to be committed it is looked again: soon, and then less and less often. */
const SOON_MS = 10;
const SLOWEST_LOOK_MS = 1_000;

export function makeFollowing(): Following {
  const underWay = new Map<string, Promise<FeedPage>>();
  const pages = makeBudget({ name: 'feed_pages', total: 4, share: 1, queue: { total: Infinity, share: Infinity } });

  return {
    budgets: [pages],
    async next(log, account, { after, wish }, waitMs, ended) {
      const until = performance.now() + waitMs;
      let patienceMs = SOON_MS;
      for (let from = after; ; ) {
        // Listened for before the page is read: what is committed in between is heard of.
        const growth = listen(log, ended);
        try {
          const page = await shared(account, `${account} ${from} ${keyOf(wish)}`, () => log.feed(from, wish));
          const leftMs = until - performance.now();
          if (page.entries.length > 0 || leftMs <= 0 || ended.aborted) return page;
          // Nothing that is wanted, as far as was looked.
          from = page.through;
          if (page.more) continue;
          await growth.within(page.unsettled ? Math.min(leftMs, patienceMs) : leftMs);
          patienceMs = page.unsettled ? Math.min(SLOWEST_LOOK_MS, 2 * patienceMs) : SOON_MS;
        } finally {
          growth.stop();
        }
      }
    },
  };

  function shared(account: string, key: string, read: () => Promise<FeedPage>): Promise<FeedPage> {
    const others = underWay.get(key);
    if (others !== undefined) return others;
    const page = inTurn(account, read).finally(() => underWay.delete(key));
    underWay.set(key, page);
    return page;
  }

  /** To put a page together takes the thread for milliseconds: hundreds of readers of one account do not take all of it. */
  async function inTurn(account: string, read: () => Promise<FeedPage>): Promise<FeedPage> {
    const turn = (await pages.turn(account)) as Holding;
    const began = performance.now();
    try {
      return await read();
    } finally {
      const tookMs = performance.now() - began;
      if (pages.tally().waiting === 0) turn.give();
      else giveAfterEqualPause(turn, tookMs);
    }
  }
}

function keyOf({ types, actions, most }: FeedWish): string {
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
