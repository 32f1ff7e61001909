// Records that are read faster than they are answered share statements, and none of their readers can tell.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { create, made, patching } from '../../../tests/conformance/samples.ts';
import { opened } from '../../../tests/support/opened-postgres.ts';
import type { StoredRecord } from '../../records/store.ts';
import { WatchedClient } from '../postgres/watched-client.ts';

const nameOf = (record: StoredRecord | undefined) => record && (JSON.parse(record.text).Name as string);

test('of many reads at once each gets its own record, or none, by few statements', async (t) => {
  const { store, another } = await opened(t);
  const other = await another();
  for (let n = 1; n <= 20; n++) await create(store, 'Tasks', { Name: `task ${n}` });
  for (let n = 1; n <= 5; n++) await create(other, 'Tasks', { Name: `other ${n}` });
  await create(store, 'Assets', { Name: 'asset 1' });
  const ids = Array.from({ length: 120 }, (_, n) => 1 + (n % 24));
  const statements = watchReads(t);
  const [tasks, others, assets] = await Promise.all([
    Promise.all(ids.map((id) => store.read('Tasks', id))),
    Promise.all(ids.map((id) => other.read('Tasks', id))),
    Promise.all(ids.map((id) => store.read('Assets', id))),
  ]);
  assert.deepEqual(
    tasks.map((record) => nameOf(record as StoredRecord | undefined)),
    ids.map((id) => (id <= 20 ? `task ${id}` : undefined)),
  );
  assert.deepEqual(
    others.map((record) => nameOf(record as StoredRecord | undefined)),
    ids.map((id) => (id <= 5 ? `other ${id}` : undefined)),
  );
  assert.equal(assets.filter((record) => record !== undefined).length, 5);
  assert.ok(statements.length < 40, `${statements.length} statements for 360 reads`);
});

test('a read sees what was committed before it was asked for, however many others are under way', async (t) => {
  const { store } = await opened(t);
  for (let n = 0; n < 40; n++) await create(store, 'Tasks');
  let open = true;
  const readers = Array.from({ length: 40 }, async (_, n) => {
    while (open) await store.read('Tasks', n + 1);
  });
  for (let n = 0; n < 50; n++) {
    const { record } = await made(store, patching('Tasks', 1 + (n % 40), { Name: `changed ${n}` }));
    assert.deepEqual(await store.read('Tasks', record.id), record);
  }
  open = false;
  await Promise.all(readers);
});

test('of large records only so many are held at once', async (t) => {
  const { store } = await opened(t);
  const notes = 'x'.repeat(200_000);
  for (let n = 1; n <= 6; n++) await create(store, 'Tasks', { Name: `task ${n}`, CustomFields: { notes } });
  const statements = watchReads(t);
  const ids = Array.from({ length: 36 }, (_, n) => 1 + (n % 6));
  const found = await Promise.all(ids.map((id) => store.read('Tasks', id)));
  assert.deepEqual(
    found.map((record) => nameOf(record as StoredRecord)),
    ids.map((id) => `task ${id}`),
  );
  const bytes = await Promise.all(
    statements.map(async (answer) => (await answer).rows.reduce((sum, { text }) => sum + text.length, 0)),
  );
  assert.ok(Math.max(...bytes) < 800_000, `${bytes}`);
});

test('reads that are held up keep no others waiting behind them, and all are answered in the end', async (t) => {
  const { store, client } = await opened(t);
  for (let n = 1; n <= 4; n++)
    await create(store, 'Tasks', { Name: `task ${n}`, CustomFields: { x: 'x'.repeat(200_000) } });
  const task = await create(store, 'Jobs', { Name: 'job' });
  await client.query('BEGIN; LOCK TABLE tasks_documents IN ACCESS EXCLUSIVE MODE');
  const statements = watchReads(t);
  const ids = Array.from({ length: 60 }, (_, n) => 1 + (n % 4));
  const held = Promise.all(ids.map((id) => store.read('Tasks', id)));
  await pause(300);
  // The first two are of one each, as they came.
  assert.equal(statements.length, 2 + Math.ceil(58 / 16));
  assert.equal(nameOf((await store.read('Jobs', task)) as StoredRecord), 'job');
  await client.query('COMMIT');
  assert.deepEqual(
    (await held).map((record) => nameOf(record as StoredRecord)),
    ids.map((id) => `task ${id}`),
  );
});

/** The answers to statements that read records from now on. */
function watchReads(t: TestContext) {
  const { query } = WatchedClient.prototype;
  const answers: Promise<{ readonly rows: readonly { readonly text: string }[] }>[] = [];
  t.mock.method(WatchedClient.prototype, 'query', function (this: WatchedClient, ...asked: [{ name?: string }]) {
    const answer = Reflect.apply(query, this, asked);
    if (/_(?:read|first)$/.test(asked[0]?.name ?? '')) answers.push(answer);
    return answer;
  });
  return answers;
}
