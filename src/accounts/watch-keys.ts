/** Tells those who came in some time ago, and are still there, that their key, or the secret they showed it with, no longer opens the door. */
import type { Clock } from '../lib/time.ts';
import { shownBy, unauthorized } from './authenticate.ts';
import type { AccountStore } from './store.ts';
import { type AccessWatch, type OpenStream, type Verdict, watchAccess } from './watch-stays.ts';

export function watchKeys(
  stores: ReadonlyMap<string, AccountStore>,
  clock: Clock,
  onFailure: (failure: unknown) => void,
): AccessWatch {
  const watch = watchAccess(judge, onFailure);
  for (const [shardID, store] of stores) store.onChanged(() => watch.lookAt(shardID));
  return watch;

  /** One question for all who came with the same key. */
  async function* judge(shardID: string, stays: readonly OpenStream[]): AsyncGenerator<readonly [OpenStream, Verdict]> {
    for (const [apiKey, those] of Map.groupBy(stays, ({ caller }) => caller.apiKey)) {
      const credential = await stores.get(shardID)!.credential(apiKey);
      const now = clock.now();
      for (const stay of those) yield [stay, verdicts[shownBy(credential, stay.caller.secretHash!, now) ?? 'none']];
    }
  }
}

/** By the secret that was shown. The grace of one that was exchanged runs out without a word. */
const verdicts = { current: 'until word', previous: 'for now', none: unauthorized } as const;
