/** Finds demo accounts on a service that other machines can reach. Their keys may be publicly known. */

import { demoFirms } from '../demo/index.ts';
import { passedOver } from '../people/in-each.ts';
import { listensToItself } from '../reachable.ts';
import type { Settings } from '../settings.ts';
import type { Shard } from '../storage/shard.ts';

export interface ExposedAccount {
  readonly accountID: string;
  readonly shardID: string;
}

/**
 * Returns accounts with the name of a demo firm and a valid key. An account that a real firm created under that name
 * deserves a check, too.
 */
export async function exposedDemoAccounts(settings: Settings, shards: Iterable<Shard>): Promise<ExposedAccount[]> {
  if (listensToItself(settings)) return [];
  const names: readonly string[] = Object.values(demoFirms).map(({ name }) => name);
  const found: ExposedAccount[] = [];
  for (const { id: shardID, accounts } of shards) {
    for (const { accountID, name } of (await accounts.list().catch(passedOver)) ?? []) {
      const account = names.includes(name) ? await accounts.find(accountID) : undefined;
      if (account === undefined) continue;
      const keys = await accounts.integrations(account);
      if (keys.some(({ revokedOn }) => revokedOn === null)) found.push({ accountID, shardID });
    }
  }
  return found;
}
