// The number of a delivery is never given to another one, whatever was deleted and however often the service was started.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { busyAccount, wishes } from '../../../tests/conformance/busy-account.ts';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { RETENTION_START } from '../../webhooks/delivery/settle/retention.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import type { Shard } from '../shard.ts';
import { openSqliteShard } from '../sqlite/shard.ts';

const ID = 'acc_numbers';

const engines: Record<string, (t: TestContext) => Promise<() => Promise<Shard>>> = {
  async sqlite(t) {
    const file = join(temporaryFolder(t), 'shard.db');
    return () => openSqliteShard({ shardID: 's1', file, role: 'server', readerThreads: 1 });
  },
  async postgres(t) {
    const url = await testDatabase(t);
    return () => openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server', poolSize: 2 });
  },
};

for (const [engine, prepare] of Object.entries(engines)) {
  test(`numbers of deliveries and subscriptions are not used again once all were deleted (${engine})`, async (t) => {
    const open = await prepare(t);
    let shard = await open();
    await busyAccount(shard, ID);
    const before = await tested(shard);
    const subscriptions = await subscriptionsOf(shard);
    for (const { id } of await subscriptions.list()) await subscriptions.remove(id);
    while ((await shard.archive.pruneRemoved(Date.now() + 1_000, 100)) === 'more');
    await shard.archive.pruneChanges(Date.now() + 1_000, RETENTION_START, 500);
    await shard.close();
    shard = await open();
    t.after(() => shard.close());
    const after = await tested(shard);
    assert.ok(after.delivery > before.delivery, `delivery ${after.delivery} after ${before.delivery}`);
    assert.ok(after.subscription > before.subscription);
    assert.deepEqual(await shard.examine(), []);
  });
}

/** A new subscription and a delivery to it: their numbers. */
async function tested(shard: Shard) {
  const subscriptions = await subscriptionsOf(shard);
  const made = await subscriptions.create({ ...wishes, action: 'Updated' }, 10);
  assert.ok(!('code' in made));
  const sample = { id: 1, text: '{}', submitter: 'a@b.c', contentHash: 'h' };
  const delivery = (await subscriptions.test(made.id, () => sample)) as Delivery;
  return { subscription: made.id, delivery: delivery.id };
}

async function subscriptionsOf(shard: Shard) {
  return shard.subscriptions((await shard.accounts.find(ID))!, `int_1_${ID}`);
}

test('an older SQLite database keeps its deliveries, and numbers them on behind all it ever named', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const old = new DatabaseSync(file);
  const folder = join(import.meta.dirname, '../sqlite/migrations');
  old.exec('PRAGMA synchronous = OFF');
  for (const name of readdirSync(folder).sort().slice(0, 4)) old.exec(readFileSync(join(folder, name), 'utf8'));
  old.exec(`INSERT INTO meta VALUES ('schema_version', '4');
    INSERT INTO accounts (id, name, created_on) VALUES ('${ID}', 'Old', 1);
    INSERT INTO subscriptions (account, id, integration_id, entity_type, action, target_url, headers, created_on)
      VALUES (1, 1, 'int_1_${ID}', 'Tasks', 'Updated', 'https://example.com/hook', '{}', 1);
    INSERT INTO record_counters VALUES (1, 'Webhooks', 1);
    INSERT INTO deliveries (id, subscription, record_id, change_seq, webhook_id, cause, state, created_on, processed_on,
        settled_on, repeats, log)
      VALUES (5, 1, 7, 1, 'msg_1', 'event', 'suppressed', 1, 1, 2, 41, 'text "1"'), (9, 1, 7, 1, 'msg_2', 'event', 'failed', 1, 1, 2, NULL, '')`);
  const kept = old.prepare('SELECT * FROM deliveries ORDER BY id').all();
  old.close();
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'server', readerThreads: 1 });
  t.after(() => shard.close());
  const beside = new DatabaseSync(file, { readOnly: true });
  t.after(() => beside.close());
  const now = beside.prepare('SELECT * FROM deliveries ORDER BY id').all();
  assert.deepEqual(
    now.map(({ sample, ...others }) => (sample === null ? others : sample)),
    kept.map((row) => ({ ...row, recovery: null, uncounted: 0, waiting_since: null, sample_record_id: null })),
  );
  assert.deepEqual(await shard.examine(), []);
  assert.equal((await tested(shard)).delivery, 42);
});

test('the examination of an SQLite database says which numbers could be given twice', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'tool', readerThreads: 1 });
  t.after(() => shard.close());
  const beside = new DatabaseSync(file);
  beside.exec('DROP TABLE deliveries; CREATE TABLE deliveries (id INTEGER PRIMARY KEY)');
  beside.close();
  const told = (await shard.examine()).map(({ message }) => message);
  // Beside the indexes that went with the table.
  assert.ok(
    told.includes('deliveries: numbers of deleted rows are given again, because the table is not AUTOINCREMENT'),
    JSON.stringify(told),
  );
});
