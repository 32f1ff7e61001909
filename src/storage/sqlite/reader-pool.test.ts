// Reader threads: bounded, and unbothered by what goes wrong in one.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Problem } from '../../problems.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { makeReaderPool } from './reader-pool.ts';

/** Counts to a number, which takes some time: about 50 ms for a million. */
const counting = (to: number) => ({
  sql: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT max(i) FROM n',
  values: [to],
});
const SLOW = 2_000_000;

test('reads run beside each other and beside the event loop', async (t) => {
  const pool = makePool(t, { threads: 2, queue: 10 });
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  t.after(() => clearInterval(timer));
  const results = await Promise.all([1, 2, 3, 4].map(() => pool.read(counting(SLOW))));
  assert.deepEqual(results, Array(4).fill([[SLOW]]));
  assert.ok(turns > 5, `the loop turned ${turns} times`);
});

test('when all threads are busy and the queue is full, a read is refused; an answer already begun is not', async (t) => {
  const pool = makePool(t, { threads: 1, queue: 2 });
  const waiting = [1, 2, 3].map(() => pool.read(counting(SLOW)));
  const refused = await pool.read(counting(1));
  assert.ok(refused instanceof Problem);
  assert.deepEqual([refused.code, refused.status], ['overloaded', 503]);
  assert.ok(Number(refused.headers['Retry-After']) > 0);
  assert.deepEqual(await pool.readOn(counting(7)), [[7]]);
  assert.deepEqual(await Promise.all(waiting), Array(3).fill([[SLOW]]));
  assert.deepEqual(await pool.read(counting(1)), [[1]]);
});

test('a read whose client has left while it waited is never run, and makes room', async (t) => {
  const pool = makePool(t, { threads: 1, queue: 1 });
  const running = pool.read(counting(SLOW));
  const gone = new AbortController();
  const dropped = pool.read({ sql: 'SELECT this is no SQL', values: [] }, gone.signal);
  gone.abort(new Error('left'));
  await assert.rejects(dropped, /left/);
  const next = pool.read(counting(3));
  assert.deepEqual(await next, [[3]]);
  assert.deepEqual(await running, [[SLOW]]);
  await assert.rejects(pool.read(counting(3), gone.signal), /left/);
});

test('a statement that fails fails alone, with its code', async (t) => {
  const pool = makePool(t, { threads: 1, queue: 5 });
  await assert.rejects(pool.read({ sql: 'DELETE FROM things', values: [] }), { errcode: 8 });
  assert.deepEqual(await pool.read(counting(2)), [[2]]);
});

test('reads that wait when the pool is closed are rejected', async (t) => {
  const pool = makePool(t, { threads: 1, queue: 5 });
  const outcomes = Promise.allSettled([pool.read(counting(SLOW)), pool.read(counting(1))]);
  await pool.close();
  assert.deepEqual(
    (await outcomes).map((outcome) => outcome.status),
    ['rejected', 'rejected'],
  );
});

function makePool(t: TestContext, options: { threads: number; queue: number }) {
  const file = join(temporaryFolder(t), 'some.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT)');
  const pool = makeReaderPool({ file, ...options });
  t.after(async () => {
    await pool.close();
    db.close();
  });
  return pool;
}
