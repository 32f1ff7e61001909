// A connection waits for its answers as long as their kind allows, and is never used again after one was late.

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { emptyDatabase } from '../../../tests/support/postgres.ts';
import { startSilencingProxy } from '../../../tests/support/silencing-proxy.ts';
import { acquireClient, awaitPipelined, openPool, type Pool, withClient } from './connection.ts';
import { isConnectionLoss, ResponseTimeoutError } from './connection-errors.ts';
import { DEADLINES_MS } from './deadlines.ts';

/** What a look at all connections may add, and a machine with much to do. */
const SLACK_MS = 1_000;

test('of two statements that take long, the one that may is answered and the other loses its connection', async (t) => {
  const pool = await openTestPool(t, await emptyDatabase(t));
  const seconds = DEADLINES_MS.answer / 1000 + 1;
  const ask = (deadline: 'list' | 'answer') =>
    withClient(pool, (client) => client.query({ text: `SELECT pg_sleep(${seconds})`, deadline }));
  const began = performance.now();
  const [long, short] = await Promise.allSettled([ask('list'), ask('answer')]);
  assert.equal(long.status, 'fulfilled');
  assert.ok(short.status === 'rejected' && short.reason instanceof ResponseTimeoutError, 'late');
  assert.ok(performance.now() - began >= seconds * 1000);
  assert.equal(pool.totalCount, 1, 'the late one is closed, the other one is kept');
});

test('statements sent together each have their time from the answer before them', async (t) => {
  const pool = await openTestPool(t, await emptyDatabase(t));
  const nap = `SELECT pg_sleep(${(DEADLINES_MS.pulse * 0.7) / 1000})`;
  await withClient(pool, async (client) => {
    client.patience = 'pulse';
    await Promise.all([client.query(nap), client.query(nap), client.query(nap)]);
  });
  assert.equal(pool.totalCount, 1);
});

test('statements sent together leave in one write, and are answered in their order', async (t) => {
  const pool = await openTestPool(t, await emptyDatabase(t));
  await withClient(pool, async (client) => {
    const stream = client.connection.stream as Socket;
    const [writev, write] = [stream._writev!.bind(stream), stream._write.bind(stream)];
    let writes = 0;
    stream._writev = (...given) => {
      writes++;
      writev(...given);
    };
    stream._write = (...given) => {
      writes++;
      write(...given);
    };
    const numbers = [1, 2, 3, 4, 5];
    const answers = await Promise.all(
      numbers.map((n) =>
        client.query({ name: `number_${n % 2}`, text: `SELECT $1::int + ${n % 2} AS n`, values: [n] }),
      ),
    );
    assert.deepEqual(
      answers.map(({ rows }) => rows[0].n),
      [2, 2, 4, 4, 6],
    );
    assert.equal(writes, 1);
    await client.query('SELECT 1');
    assert.equal(writes, 2, 'and the next one does not wait');
  });
});

test('an answer that was there before its process woke up is not late', async (t) => {
  const pool = await openTestPool(t, await emptyDatabase(t));
  await withClient(pool, async (client) => {
    const answer = client.query({ text: 'SELECT 1 AS one', deadline: 'pulse' });
    await new Promise(setImmediate);
    const until = performance.now() + DEADLINES_MS.pulse + SLACK_MS;
    while (performance.now() < until);
    assert.deepEqual((await answer).rows, [{ one: 1 }]);
  });
});

test('on a connection that is silent already, what may take long is given up soon, with all that was sent after it', async (t) => {
  const proxy = await startSilencingProxy(t, await emptyDatabase(t));
  const pool = await openTestPool(t, proxy.url);
  const client = await acquireClient(pool);
  await client.query('SELECT 1');
  proxy.silence('pass');
  const began = performance.now();
  const sent = [
    client.query({ text: 'SELECT 1', deadline: 'list' }),
    client.query('SELECT 2'),
    client.query('SELECT 3'),
  ];
  for (const outcome of await Promise.allSettled(sent)) {
    assert.ok(outcome.status === 'rejected' && isConnectionLoss(outcome.reason), 'lost');
  }
  assert.ok(performance.now() - began < DEADLINES_MS.pulse + SLACK_MS);
  client.release();
  assert.equal(pool.totalCount, 0, 'it is not lent again');
  await withClient(pool, (another) => another.query('SELECT 1'));
});

const circular: Record<string, unknown> = {};
circular.itself = circular;

for (const [what, unsendable] of [
  ['a name that another statement has', { name: 'noted', text: 'SELECT 1' }],
  ['a value that has no text', { text: 'SELECT $1', values: [circular] }],
] as const) {
  test(`nothing is committed behind a statement that could not be sent: ${what}`, async (t) => {
    const pool = await openTestPool(t, await emptyDatabase(t));
    const note = (n: number) => ({ name: 'noted', text: 'INSERT INTO notes VALUES ($1)', values: [n] });
    await withClient(pool, async (client) => {
      await client.query('CREATE TABLE notes (n int)');
      await client.query(note(1));
    });
    const work = withClient(pool, (client) =>
      awaitPipelined([
        client.query('BEGIN'),
        client.query(note(2)),
        client.query(unsendable as pg.QueryConfig),
        client.query('COMMIT'),
      ]),
    );
    await assert.rejects(work, /unique|circular/);
    const left = pool.totalCount;
    const notes: pg.QueryResult = await withClient(pool, (client) => client.query('SELECT n FROM notes'));
    assert.deepEqual(notes.rows, [{ n: 1 }]);
    assert.equal(left, 0, 'the connection is not lent again');
  });
}

test('a pool whose connections are silent is closed all the same', async (t) => {
  const proxy = await startSilencingProxy(t, await emptyDatabase(t));
  const pool = await openTestPool(t, proxy.url);
  await Promise.all([1, 2, 3].map(() => withClient(pool, () => pause(20))));
  proxy.silence('hang');
  const began = performance.now();
  await pool.end();
  assert.ok(performance.now() - began < 2_000);
});

async function openTestPool(t: TestContext, url: string): Promise<Pool> {
  const pool = openPool({ url, applicationName: 'test', poolSize: 4 });
  t.after(() => (pool.ending ? undefined : pool.end()));
  return pool;
}
