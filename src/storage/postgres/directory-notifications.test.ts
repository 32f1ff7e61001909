// Instances hear of each other's changes to accounts and keys: at once by notice, soon without it.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { creation, made } from '../../../tests/conformance/samples.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { startSilencingProxy } from '../../../tests/support/silencing-proxy.ts';
import type { QueueNotification } from '../../webhooks/queue.ts';
import type { Shard } from '../shard.ts';
import { openPostgresShard } from './shard.ts';

test('a server hears of what another process did within milliseconds', async (t) => {
  const { url, heard } = await listening(t);
  const tool = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  t.after(() => tool.close());
  const waits: number[] = [];
  for (let n = 0; n < 20; n++) {
    const before = heard.length;
    await tool.accounts.create({ id: `a${n}`, name: 'A', createdOn: n });
    const committed = performance.now();
    await until(() => heard.length > before, 1000);
    waits.push(heard[before]! - committed);
  }
  waits.sort((a, b) => a - b);
  assert.ok(waits[10]! < 50, `the median is ${waits[10]} ms`);
});

test('a server knows of what it did itself as soon as it is done, also while it cannot be notified', async (t) => {
  const { url, heard, shard } = await listening(t);
  await cutListener(url);
  const before = heard.length;
  await shard.accounts.create({ id: 'a1', name: 'A', createdOn: 1 });
  assert.ok(heard.length > before);
});

test('a notice that was never sent is made up for within five seconds', async (t) => {
  const { url, heard } = await listening(t);
  const before = heard.length;
  // A process that dies between its commit and its notice leaves the counter moved.
  await runSql(
    url,
    `INSERT INTO meta VALUES ('directory_changes', '1000')
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  await until(() => heard.length > before, 5000);
});

test('after its connection was cut a server counts everything as changed, and hears again', async (t) => {
  const { url, heard } = await listening(t);
  const before = heard.length;
  await cutListener(url);
  await until(() => heard.length > before, 5000);
  const again = heard.length;
  await pause(100);
  await runSql(url, 'NOTIFY mds_directory');
  await until(() => heard.length > again, 1000);
});

test('a tool that makes one change and ends is heard of by those who wait for changes', async (t) => {
  const { url, shard } = await listening(t);
  const account = await shard.accounts.create({ id: 'acc_1', name: 'A', createdOn: 1 });
  await pause(100);
  const grown: number[] = [];
  const stop = shard.log(account).watch(() => grown.push(performance.now()));
  t.after(stop);
  const before = grown.length;
  const tool = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  await made(tool.records(account), creation('Tasks', { Name: 'By hand' }));
  await tool.close();
  await until(() => grown.length > before, 1000);
});

test('a connection that has gone silent is noticed and replaced: changes and deliveries are heard of again', async (t) => {
  const url = await testDatabase(t);
  const proxy = await startSilencingProxy(t, url);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url: proxy.url, role: 'server' });
  t.after(() => shard.close());
  const changes: number[] = [];
  const notices: QueueNotification[] = [];
  shard.accounts.onChanged(() => changes.push(performance.now()));
  shard.deliveries.onWaiting((notice) => notices.push(notice));
  await until(() => changes.length > 0 && notices.length > 0, 5000);

  proxy.silence('pass');
  const [changesBefore, noticesBefore] = [changes.length, notices.length];
  // What is lost in between counts as anything.
  await until(() => changes.length > changesBefore && notices.length > noticesBefore, 8000);
  assert.equal(notices.at(-1), 'anything');
  await pause(100);
  const [changesAgain, noticesAgain] = [changes.length, notices.length];
  await runSql(url, 'NOTIFY mds_directory');
  await runSql(url, `SELECT pg_notify('mds_deliveries', '7:9')`);
  await until(() => changes.length > changesAgain && notices.length > noticesAgain, 1000);
  assert.deepEqual(notices.at(-1), { subscription: 7, record: 9 });
});

/** A server that notes when it hears of a change, already connected. */
async function listening(t: TestContext): Promise<{ url: string; heard: number[]; shard: Shard }> {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  const heard: number[] = [];
  shard.accounts.onChanged(() => heard.push(performance.now()));
  await until(() => heard.length > 0, 5000);
  return { url, heard, shard };
}

async function cutListener(url: string): Promise<void> {
  const cut = await runSql(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%directory%' AND application_name = 'mds server s1'
      AND pid <> pg_backend_pid()`,
  );
  assert.equal(cut.length, 1);
}

async function until(holds: () => boolean, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (!holds()) {
    assert.ok(performance.now() < end, `nothing was heard in ${limitMs} ms`);
    await pause(1);
  }
}
