// Texts are folded anew when the folding has moved: whatever then stands in the way is named, and nothing is half done.

import assert from 'node:assert/strict';
import { create } from '../../../tests/conformance/samples.ts';
import { databaseUrl, type Engine, onBothEngines } from '../../../tests/support/app.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { readSettings, shardsOf } from '../../settings.ts';
import type { Shard } from '../shard.ts';
import { openShards } from '../shards.ts';
import { StorageError } from '../storage-error.ts';

onBothEngines('two unique values that fold alike now are named, with their records', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const shard = await open(url);
  const store = shard.records(await shard.accounts.create({ id: 'acc_1', name: 'A', createdOn: 0 }));
  await create(store, 'Users', { Email: 'kim@example.com' });
  await create(store, 'Users', { Email: 'STRASSE@example.com' });
  await create(store, 'Users', { Email: 'dana@example.com' });
  await create(store, 'Users', { Email: 'Straße@other.example' });
  await shard.close();
  // As a folding would have left it that took the two for different.
  await change(
    url,
    `UPDATE users_documents SET text = replace(text, 'other.example', 'example.com') WHERE ${lastOf(engine)}`,
  );
  await change(url, `UPDATE users SET email = 'straße@example.com' WHERE id = 4`);
  await change(url, `UPDATE meta SET value = '0' WHERE name = 'fold_version'`);

  for (let start = 0; start < 2; start++) {
    await assert.rejects(open(url), (failure) => {
      assert.ok(failure instanceof StorageError, `${failure}`);
      assert.match(failure.message, /Users \d \(.*\) and \d \(.*\) of account acc_1 have the same Email/);
      for (const named of ['2 ("STRASSE@example.com")', '4 ("Straße@example.com")']) {
        assert.ok(failure.message.includes(named), failure.message);
      }
      return true;
    });
  }
  await change(url, `UPDATE users_documents SET text = replace(text, 'Straße@', 'Gasse@') WHERE ${lastOf(engine)}`);
  const mended = await open(url);
  t.after(() => mended.close());
  assert.deepEqual(await mended.examine(), []);
});

function lastOf(engine: Engine): string {
  return engine === 'sqlite' ? 'key = 4' : 'id = 4';
}

async function change(url: string, sql: string): Promise<void> {
  await runSql(url, sql);
}

async function open(url: string): Promise<Shard> {
  const databases = shardsOf(readSettings({ DATABASE_URL: url }));
  const shards = await openShards(databases, {
    role: 'tool',
    readerThreads: 1,
    readerQueue: 10,
    keys: testKeys,
    poolSize: 2,
    mayCreate: true,
  });
  return shards.get('s1')!;
}
