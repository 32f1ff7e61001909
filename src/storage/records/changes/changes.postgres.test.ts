// What is special about changes on PostgreSQL: other connections are at work at the same time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { create, creation, made, patching, sample, writing } from '../../../../tests/conformance/samples.ts';
import { waitingForLocks } from '../../../../tests/support/locks.ts';
import { opened } from '../../../../tests/support/opened-postgres.ts';
import { createFairSemaphore } from '../../../fairness/budget.ts';
import { Problem } from '../../../problems.ts';
import type { Change } from '../../../records/store.ts';
import { createLockQueue } from '../../postgres/lock-queue.ts';
import type { PostgresWebhookHooks } from '../../webhooks/transaction-hooks.postgres.ts';
import { insertChangeAnd } from '../log/log-statements.postgres.ts';
import { createChangeBatcher } from './change-batcher.postgres.ts';
import { commitChange } from './changes.postgres.ts';
import type { PostgresChangeContext } from './write-change.postgres.ts';

test('a change that takes over five seconds from its clock to its commit is refused and leaves nothing', async (t) => {
  const { store } = await opened(t);
  const slow = await store.change({
    ...creation('Tasks'),
    decide(_current, _found, { id }) {
      // A process that stands still, as under a debugger or in want of memory.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5050);
      return writing(undefined, sample('Tasks', id));
    },
  });
  assert.ok(slow instanceof Problem && slow.code === 'unavailable');
  assert.equal((await made(store, creation('Tasks'))).record.id, 1);
});

test('the clock of a change is read after it has waited for its record, or for its id', async (t) => {
  const { store, client } = await opened(t);
  const id = await create(store, 'Tasks');
  const waits = { tasks_documents: patching('Tasks', id, {}), record_counters: creation('Tasks') };
  for (const [table, change] of Object.entries(waits)) {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table} FOR UPDATE`);
    let now = 0;
    const waiting = store.change({
      ...change,
      decide(current, found, moment) {
        now = moment.now;
        return change.decide(current, found, moment);
      },
    });
    await pause(300);
    assert.equal(now, 0, `${table}: it did not wait`);
    const released = Date.now();
    await client.query('COMMIT');
    await waiting;
    assert.ok(now >= released, `${table}: ${released - now} ms before the lock was free`);
  }
});

test('a record that everybody waits for does not keep others from being changed', async (t) => {
  const { store, client } = await opened(t, { poolSize: 4 });
  const hot = await create(store, 'Tasks');
  const other = await create(store, 'Tasks');
  await client.query('BEGIN');
  await client.query('SELECT FROM tasks_documents WHERE id = $1 FOR UPDATE', [hot]);
  const waiting = Array.from({ length: 30 }, (_, n) => store.change(patching('Tasks', hot, { Position: n })));
  await pause(100);
  const begun = performance.now();
  for (let n = 0; n < 10; n++) await made(store, patching('Tasks', other, { Position: n }));
  assert.ok(performance.now() - begun < 2000);
  await client.query('COMMIT');
  for (const changed of await Promise.all(waiting)) assert.ok('outcome' in changed);
  assert.equal((await store.read('Tasks', hot))!.version, 31);
});

test('one Idempotency-Key used for two types at once makes one record', async (t) => {
  const { store } = await opened(t);
  for (let round = 0; round < 10; round++) {
    const key = `key ${round}`;
    const answers = await Promise.all(
      (['Tasks', 'Boards', 'Vendors', 'Products'] as const).map((type) =>
        store.change(creation(type, {}, { idempotency: { integrationID: 'i', key, fingerprint: type } })),
      ),
    );
    const made = answers.filter((answer) => 'outcome' in answer);
    assert.equal(made.length, 1);
    const others = answers.filter((answer) => answer instanceof Problem).map((problem) => problem.code);
    assert.deepEqual(others, Array(3).fill('idempotency_key_reused'));
  }
});

test('an Idempotency-Key is good for another request after a day, and old keys go as new ones come', async (t) => {
  const { store, client } = await opened(t);
  const use = (key: string, fingerprint: string) =>
    store.change(creation('Tasks', {}, { idempotency: { integrationID: 'i', key, fingerprint } }));
  for (let n = 0; n < 30; n++) await use(`key ${n}`, 'first');
  assert.ok((await use('key 0', 'second')) instanceof Problem);
  await client.query('UPDATE idempotency_keys SET created_on = created_on - 24 * 3600 * 1000');
  const again = await use('key 29', 'second');
  assert.ok('outcome' in again && again.outcome === 'created');
  for (let n = 0; n < 3; n++) await use(`new ${n}`, 'first');
  const { rows } = await client.query('SELECT key FROM idempotency_keys ORDER BY key');
  assert.deepEqual(
    rows.map((row) => row.key),
    ['key 29', 'new 0', 'new 1', 'new 2'],
  );
});

test('freezing waits for the changes under way, and none comes after it', async (t) => {
  const { shard, account, store, client } = await opened(t);
  const id = await create(store, 'Tasks');
  await client.query('BEGIN');
  // Holds the change between its lock and its commit: it must wait for the value until this is decided.
  await client.query(
    `INSERT INTO tasks SELECT (jsonb_populate_record(t, '{"id": 99, "external_id": "x", "external_id_exact": "X"}')).* FROM tasks AS t`,
  );
  const underWay = store.change(patching('Tasks', id, { ExternalID: 'X' }));
  await pause(200);
  let frozen = false;
  const freezing = shard.accounts.setFrozen(account, true).then(() => {
    frozen = true;
  });
  await pause(200);
  assert.equal(frozen, false);
  await client.query('ROLLBACK');
  assert.ok('outcome' in (await underWay));
  await freezing;
  const late = await store.change(patching('Tasks', id, { Name: 'late' }));
  assert.ok(late instanceof Problem && late.code === 'account_frozen');
});

test('accounts are removed and frozen under a storm of changes without a deadlock', async (t) => {
  const { shard } = await opened(t);
  for (let round = 0; round < 5; round++) {
    const account = await shard.accounts.create({ id: `b${round}`, name: 'B', createdOn: 0 });
    const store = shard.records(account);
    await create(store, 'Tasks');
    let removed = false;
    const storm = Array.from({ length: 6 }, async (_, n) => {
      while (!removed) {
        const change = n % 2 === 0 ? creation('Tasks') : renaming(1);
        const answer = await store.change(change);
        if (answer instanceof Problem) assert.equal(answer.code, 'account_frozen');
      }
    });
    await pause(30);
    for (const frozen of [true, false, true, false]) await shard.accounts.setFrozen(account, frozen);
    await shard.accounts.remove(account);
    removed = true;
    await Promise.all(storm);
  }
  assert.deepEqual(await shard.examine(), []);
});

test('a lock that is held too long is a refusal; a removal waits for it', async (t) => {
  const { shard, store, client } = await opened(t);
  const id = await create(store, 'Tasks');
  const leaving = await shard.accounts.create({ id: 'b', name: 'B', createdOn: 0 });
  await create(shard.records(leaving), 'Tasks');
  await client.query('BEGIN');
  await client.query('SELECT FROM tasks_documents FOR UPDATE');
  const removal = shard.accounts.remove(leaving);
  removal.catch(() => 'said below');
  await waitingForLocks(client, 1);
  const answer = await store.change(patching('Tasks', id, {}));
  assert.ok(answer instanceof Problem && answer.code === 'unavailable');
  await client.query('ROLLBACK');
  await removal;
  await made(store, patching('Tasks', id, {}));
});

test('a change that finds the line of changes full is told so, and not of lists', async () => {
  const changing = createFairSemaphore({ name: 'changes', total: 0, share: 0 });
  const context = {
    account: { key: 1 },
    turns: createLockQueue(),
    batches: createChangeBatcher(5_000),
    changing,
  } as unknown as PostgresChangeContext;
  const answer = await commitChange(context, patching('Tasks', 1, {}));
  assert.ok(answer instanceof Problem && answer.code === 'overloaded');
  assert.match(answer.detail, /^Too many changes of this account are waiting\. Nothing was changed/);
});

test('deliveries are written in the transaction of their change, and without them there is no change', async (t) => {
  const logAndFanOut = insertChangeAnd({
    name: 'test_fan_out',
    text: `INSERT INTO heard SELECT c.account, c.seq, c.record_id, event.action, 10 / (10 - c.record_id)
      FROM change AS c CROSS JOIN event RETURNING record`,
  });
  const told: number[] = [];
  const hooks: PostgresWebhookHooks = {
    paced: (_account, change) => change(),
    logAndFanOut,
    committed: (_account, made) => told.push(...made.map(({ record }) => record)),
    keyRevoked: async () => {},
    accountLeaves: async () => {},
    accountRemoved: async () => {},
  };
  const { store, client } = await opened(t, { hooks });
  await client.query('CREATE TABLE heard (account bigint, seq bigint, record bigint, action text, x int)');
  for (let n = 1; n <= 9; n++) {
    await made(store, creation('Tasks', {}, { events: n % 3 === 0 ? [] : ['Created', 'Completed'] }));
  }
  // The tenth delivery cannot be written.
  await assert.rejects(Promise.resolve(store.change(creation('Tasks'))), /division by zero/);
  assert.equal(await store.read('Tasks', 10), undefined);
  const { rows } = await client.query('SELECT record::int, action FROM heard ORDER BY seq, action DESC');
  const expected = [1, 2, 4, 5, 7, 8].flatMap((record) => [
    { record, action: 'Created' },
    { record, action: 'Completed' },
  ]);
  assert.deepEqual(rows, expected);
  assert.deepEqual(told, [1, 1, 2, 2, 4, 4, 5, 5, 7, 7, 8, 8]);
  const logged = await client.query(
    `SELECT events, count(*)::int AS changes FROM changes GROUP BY events ORDER BY events`,
  );
  assert.deepEqual(logged.rows, [
    { events: '', changes: 3 },
    { events: 'Created Completed', changes: 6 },
  ]);
});

test('names of the longest folded form fit into their indexes', async (t) => {
  const { store } = await opened(t);
  // One code point that folds to eighteen, squared words of up to six, and letters that fold to three.
  const squares = Array.from({ length: 88 }, (_, n) => String.fromCodePoint(0x3300 + n)).join('');
  const ligatures = Array.from({ length: 96 }, (_, n) => String.fromCodePoint(0xfd00 + n)).join('');
  const rare = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x20000 + n * 211)).join('');
  const names = [
    '\ufdfa'.repeat(200),
    (squares + ligatures).slice(0, 184) + '\ufdfa'.repeat(16),
    'ΐ'.repeat(200),
    rare,
  ];
  for (const Name of names) await made(store, creation('Tasks', { Name }));
});

/** Refuses where the record is gone, as the records room does. */
function renaming(id: number): Change {
  const change = patching('Tasks', id, { Name: 'renamed' });
  const problem = new Problem('account_frozen', 'Gone.');
  return {
    ...change,
    decide: (current, found, moment) =>
      current ? change.decide(current, found, moment) : { decision: 'refused', problem },
  };
}
