/** A PostgreSQL shard on a database of its own, with an account, and a client beside it. */
import type { TestContext } from 'node:test';
import pg from 'pg';
import { openPostgresShard, type PostgresShardOptions } from '../../src/storage/postgres/shard.ts';
import { testKeys } from './keys.ts';
import { testDatabase } from './postgres.ts';

export async function opened(t: TestContext, options: Partial<PostgresShardOptions> = {}) {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server', ...options });
  t.after(() => shard.close());
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const another = async () => shard.records(await shard.accounts.create({ id: 'b', name: 'B', createdOn: 0 }));
  return { shard, account, store: shard.records(account), another, client, url };
}
