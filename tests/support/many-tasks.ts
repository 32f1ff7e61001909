import { seedAccount } from '../../src/cli/seed.ts';
import { sizes } from '../../src/demo/index.ts';
import { readSettings, shardsOf } from '../../src/settings.ts';
import { accountLimitsOf, closeShards, openShards } from '../../src/storage/shards.ts';
import { TEST_KEY } from './keys.ts';

/** Fills an account as `seed --size demo` does, but with another number of tasks: many on each asset. */
export async function seedManyTasks(databaseUrl: string, accountID: string, tasks: number, now: number): Promise<void> {
  const settings = readSettings({ DATABASE_URL: databaseUrl, MDS_SECRETS_KEY: TEST_KEY });
  const shards = await openShards(shardsOf(settings), {
    role: 'tool',
    readerThreads: 1,
    ...accountLimitsOf(settings),
    keys: settings.MDS_SECRETS_KEY,
    poolSize: 2,
    mayCreate: false,
  });
  try {
    const [shard] = shards.values();
    const account = await shard!.accounts.find(accountID);
    const counts = { ...sizes.demo, Tasks: tasks };
    await seedAccount(shard!, account!, { firm: 'harbour', size: 'demo', counts, now }, false);
  } finally {
    await closeShards(shards);
  }
}
