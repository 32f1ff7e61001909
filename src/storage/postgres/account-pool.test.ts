// Connections that accounts have in turn, on a real PostgreSQL that stands still or falls silent.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { creation, made, patching } from '../../../tests/conformance/samples.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { startSilencingProxy } from '../../../tests/support/silencing-proxy.ts';
import type { RecordStore } from '../../records/store.ts';
import { openPostgresShard } from './shard.ts';

test('after the database stood still for more than a second whatever waited for it is done and answered', async (t) => {
  const url = await testDatabase(t);
  const [a, b] = await twoAccounts(t, url, 12);
  const locking = new pg.Client(url);
  await locking.connect();
  t.after(() => locking.end());
  const kinds = {
    read: (store: RecordStore, id: number) => store.read('Tasks', id),
    change: (store: RecordStore, id: number) => store.change(patching('Tasks', id, { Name: 'New' })),
  };
  for (const [kind, ask] of Object.entries(kinds)) {
    // Alone an account may have all of them.
    await pause(1_200);
    await locking.query('BEGIN; LOCK TABLE tasks, tasks_documents IN ACCESS EXCLUSIVE MODE');
    const asked = [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => ask(a, id)),
      ...[1, 2].map((id) => ask(b, id)),
      ask(a, 9),
      ask(b, 3),
    ];
    await pause(1_300);
    await locking.query('COMMIT');
    for (const outcome of await Promise.allSettled(asked)) assert.equal(outcome.status, 'fulfilled', kind);
  }
});

test('when the database falls silent, those that wait for their turn hear of it with the others', async (t) => {
  const proxy = await startSilencingProxy(t, await testDatabase(t));
  const [a, b] = await twoAccounts(t, proxy.url, 1);
  // All connections are open.
  await Promise.all(Array.from({ length: 10 }, () => a.read('Tasks', 1)));
  await b.read('Tasks', 1);
  proxy.silence('hang');
  const began = performance.now();
  const asked = [b, ...Array.from({ length: 20 }, () => a)].map(async (store) => {
    await assert.rejects(store.read('Tasks', 1));
    return performance.now() - began;
  });
  const latest = Math.max(...(await Promise.all(asked)));
  assert.ok(latest < 6_000, `${latest} ms`);
});

async function twoAccounts(t: TestContext, url: string, tasks: number): Promise<[RecordStore, RecordStore]> {
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  const account = async (id: string) => {
    const store = shard.records(await shard.accounts.create({ id, name: id, createdOn: 0 }));
    for (let n = 0; n < tasks; n++) await made(store, creation('Tasks'));
    return store;
  };
  return [await account('a'), await account('b')];
}
