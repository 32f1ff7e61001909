/** A firm with a key, for a service that is a process of its own. Made here: commands are processes too, and take their time to start. */
import { createIntegration } from '../../src/accounts/integrations.ts';
import { isRefused } from '../../src/accounts/refused.ts';
import { withShards } from '../../src/cli/shard-choice.ts';
import { readSettings } from '../../src/settings.ts';
import { type Credentials, createTestAccount } from './app.ts';
import { childEnvironment } from './child-environment.ts';

export interface Firm {
  readonly accountID: string;
  readonly credentials: Credentials;
}

/** On the first shard of the environment, as a child process would find it; where there is none it is made. */
export function createFirm(environment: Record<string, string>, preset = 'Full'): Promise<Firm> {
  const settings = readSettings({ ...childEnvironment(), ...environment });
  return withShards(
    settings,
    async (shards) => {
      const shard = [...shards.values()][0]!;
      const account = await createTestAccount(shard, 'Test firm');
      const issued = await createIntegration(shard.accounts, account, { name: 'Test key', preset });
      if (isRefused(issued)) throw new Error(issued.refused);
      const { apiKey, vaultSecret, shardID } = issued;
      return { accountID: account.id, credentials: { apiKey, vaultSecret, shardID } };
    },
    { mayCreate: true },
  );
}
