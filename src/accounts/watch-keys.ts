/** Closes open streams when their API key, or the secret they authenticated with, becomes invalid. */
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

  /** Checks all streams of the same key with one query. */
  async function* judge(shardID: string, stays: readonly OpenStream[]): AsyncGenerator<readonly [OpenStream, Verdict]> {
    for (const [apiKey, those] of Map.groupBy(stays, ({ caller }) => caller.apiKey)) {
      const credential = await stores.get(shardID)!.credential(apiKey);
      const now = clock.now();
      for (const stay of those) yield [stay, verdicts[shownBy(credential, stay.caller.secretHash!, now) ?? 'none']];
    }
  }
}

/**
 * Verdicts by the secret that was used. A previous secret expires without a notification, so it is checked again
 * periodically.
 */
const verdicts = { current: 'until word', previous: 'for now', none: unauthorized } as const;
