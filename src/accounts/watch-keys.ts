/** Tells those who came in some time ago, and are still there, that their key no longer opens the door. */
import type { Problem } from '../problems.ts';
import { unauthorized } from './authenticate.ts';
import type { Caller } from './caller.ts';
import type { AccountStore } from './store.ts';

export interface KeyWatch {
  /** Calls back once, with what the caller would be told now, soon after the key was revoked or its account removed. Returns how to stop. */
  onEnded(caller: Caller, ended: (refusal: Problem) => void): () => void;
}

interface Stay {
  readonly caller: Caller;
  readonly ended: (refusal: Problem) => void;
}

export function watchKeys(stores: ReadonlyMap<string, AccountStore>, onFailure: (failure: unknown) => void): KeyWatch {
  const stays = new Map([...stores.keys()].map((shardID) => [shardID, new Set<Stay>()]));
  for (const [shardID, store] of stores) {
    store.onChanged(() => void look(store, stays.get(shardID)!).catch(onFailure));
  }
  return {
    onEnded(caller, ended) {
      const stay = { caller, ended };
      const ofShard = stays.get(caller.account.shardID)!.add(stay);
      return () => ofShard.delete(stay);
    },
  };

  /** One question for all who came with the same key. */
  async function look(store: AccountStore, ofShard: Set<Stay>): Promise<void> {
    for (const [apiKey, those] of Map.groupBy(ofShard, ({ caller }) => caller.apiKey)) {
      const credential = await store.credential(apiKey);
      if (credential !== undefined && !credential.revoked) continue;
      for (const { ended } of those) ended(unauthorized);
    }
  }
}
