// The write-ahead log under readers that never leave it alone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Condition } from '../../records/list/plan.ts';
import { pageOf, plan } from '../conformance/listing.ts';
import { made, patching, sample } from '../conformance/samples.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { openSqlite } from './shard.ts';

const MIB = 1024 * 1024;

test('slow lists without a pause and a busy writer leave the write-ahead log short, and every list is answered', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqlite({ shardID: 's1', file, role: 'server', readerThreads: 4, logMiB: 8 });
  t.after(() => shard.close());
  const accounts = await Promise.all(['a', 'b'].map((id) => shard.accounts.create({ id, name: id, createdOn: 0 })));
  for (const account of accounts) {
    const records = Array.from({ length: 300 }, (_, n) => sample('Tasks', n + 1, { Notes: 'a'.repeat(10_000) }));
    await shard.bulk(account).load('Tasks', records);
  }
  let open = true;
  let listed = 0;
  const stores = accounts.map((account) => shard.records(account));
  const reading = [0, 1, 0, 1].map(async (which, n) => {
    await pause(n * 60);
    while (open) {
      assert.deepEqual((await pageOf(stores[which]!, slow)).total, 0);
      listed++;
    }
  });
  const CustomFields = { filling: 'x'.repeat(100_000) };
  let most = 0;
  for (let n = 0; n < 600; n++) {
    await made(stores[n % 2]!, patching('Tasks', 1 + (n % 300), { CustomFields: { ...CustomFields, n } }));
    most = Math.max(most, shard.vitals().log!.bytes);
  }
  open = false;
  await Promise.all(reading);
  t.diagnostic(`${(most / MIB).toFixed(1)} MiB at most, ${listed} lists beside 600 changes of 100 kB`);
  assert.ok(listed >= 8, `${listed} lists`);
  // Left alone it comes to 121.
  assert.ok(most < 48 * MIB, `${most / MIB} MiB`);
});

test('a thread carries the log while changes go on, and the log is begun anew', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqlite({ shardID: 's1', file, role: 'server' });
  t.after(() => shard.close());
  const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const store = shard.records(account);
  await shard.bulk(account).load('Tasks', [sample('Tasks', 1)]);
  const beside = new DatabaseSync(file, { readOnly: true });
  t.after(() => beside.close());
  const look = () => beside.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
  const CustomFields = { filling: 'x'.repeat(100_000) };
  const change = (n: number) => made(store, patching('Tasks', 1, { CustomFields: { ...CustomFields, n } }));

  let n = 0;
  while (look().log < 2_000 && n < 400) await change(n++);
  for (const until = Date.now() + 10_000; look().checkpointed < 1_000 && Date.now() < until; ) await pause(5);
  const early = look();
  assert.ok(early.log >= 2_000, 'no commit has carried it');
  assert.ok(early.checkpointed >= 1_000, `${early.checkpointed} of ${early.log} pages were carried`);

  const began = n;
  let mostPages = 0;
  let anew = 0;
  for (let last = early.log; n < began + 400; ) {
    await change(n++);
    const { log } = look();
    if (log < last) anew++;
    mostPages = Math.max(mostPages, log);
    last = log;
  }
  t.diagnostic(`${mostPages} pages at most, begun anew ${anew} times`);
  assert.ok(anew >= 2, `begun anew ${anew} times`);
  assert.ok(mostPages < 8_000, `${mostPages} pages`);
});

/** Each of them almost matches at every place: some 100 ms. */
const needles: Condition['anyOf'] = Array.from({ length: 4 }, (_, n) => ({
  op: 'contains',
  text: `${'a'.repeat(190 + n)}b`,
}));
const slow = plan('Tasks', { where: [{ field: 'Notes', anyOf: needles }], take: 25, count: true });
