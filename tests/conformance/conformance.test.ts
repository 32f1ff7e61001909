// The conformance suite on SQLite and on PostgreSQL.

import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPostgresShard } from '../../src/storage/postgres/shard.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { openSqliteShard } from '../../src/storage/sqlite/shard.ts';
import { testKeys } from '../support/keys.ts';
import { testDatabase } from '../support/postgres.ts';
import { conformance, type Fixture } from './suite.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Open = (role: 'server' | 'tool') => Promise<Shard>;

const engines: Record<string, (t: TestContext) => Promise<Open>> = {
  async sqlite(t) {
    const file = join(temporaryFolder(t), 'shard.db');
    return (role) => openSqliteShard({ shardID: 's1', file, role });
  },
  async postgres(t) {
    const url = await testDatabase(t);
    return (role) => openPostgresShard({ keys: testKeys, shardID: 's1', url, role });
  },
};

for (const [engine, prepare] of Object.entries(engines)) {
  for (const [name, part] of Object.entries(conformance)) {
    test(`${engine}: ${name}`, async (t) => {
      const open = await prepare(t);
      const shard = await open('server');
      t.after(() => shard.close());
      const fixture: Fixture = {
        shard,
        async openBeside(t) {
          const beside = await open('tool');
          t.after(() => beside.close());
          return beside;
        },
      };
      await part(t, fixture);
    });
  }
}
