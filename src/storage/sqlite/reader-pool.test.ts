// Reader threads: shared fairly, limited in time, and unbothered by what goes wrong in one.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { Problem } from '../../problems.ts';
import { closeFile } from '../records/lists/large-page.sqlite.ts';
import { createReaderPool, type ReaderPoolOptions } from './reader-pool.ts';

/** Counts to a number, which takes some time: about 50 ms for a million. */
const counting = (to: number) => ({
  text: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT max(i) FROM n',
  values: [to],
});
/** As a list does, it looks whether it is still wanted. */
const watched = (to: number) => ({
  text: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 AND still_wanted()) SELECT max(i) FROM n',
  values: [to],
});
const SLOW = 1_000_000;
/** Minutes. */
const ENDLESS = 1_000_000_000;

test('reads run beside each other and beside the event loop', async (t) => {
  const pool = createPool(t, { threads: 3 });
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  t.after(() => clearInterval(timer));
  const results = await Promise.all([1, 2, 3, 4].map(() => pool.read('a', counting(SLOW))));
  assert.deepEqual(results, Array(4).fill([[SLOW]]));
  assert.ok(turns > 5, `the loop turned ${turns} times`);
});

test('however many reads one account has lined up, another one is answered at once, and neither can fill the line', async (t) => {
  const pool = createPool(t, { threads: 2, queue: 12, limitMs: 3_000 });
  const greedy = Array.from({ length: 4 }, () => pool.read('greedy', watched(ENDLESS)));
  const refused = await pool.read('greedy', counting(1));
  assert.ok(refused instanceof Problem, 'its own line is full');
  assert.deepEqual([refused.code, refused.status], ['overloaded', 503]);
  assert.ok(Number(refused.headers['Retry-After']) > 0);
  const began = performance.now();
  for (let n = 0; n < 5; n++) assert.deepEqual(await pool.read('b', counting(1)), [[1]]);
  assert.ok(performance.now() - began < 2_500, 'long before the first of the others has ended');
  for (const one of await Promise.all(greedy)) assert.ok(one instanceof Problem);
});

test('a read that takes too long is ended, and its thread is free again', async (t) => {
  const pool = createPool(t, { threads: 1, limitMs: 1_000 });
  const began = performance.now();
  const stopped = await pool.read('a', watched(ENDLESS));
  assert.ok(stopped instanceof Problem);
  assert.deepEqual([stopped.code, stopped.status], ['overloaded', 503]);
  assert.match(stopped.detail, /took too long.*filter/);
  assert.deepEqual(await pool.read('a', counting(1)), [[1]]);
  assert.ok(performance.now() - began < 5_000);
});

test('one that cannot be ended is answered in time all the same, and its thread is not given to others before', async (t) => {
  const pool = createPool(t, { threads: 1, limitMs: 100 });
  const stopped = await pool.read('a', counting(2 * SLOW));
  assert.ok(stopped instanceof Problem);
  assert.equal(pool.budget.tally().held, 1);
  const late = await pool.read('b', counting(1));
  assert.ok(late instanceof Problem, 'it waits for a thread that is not free');
  while (pool.budget.tally().held > 0) await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(await pool.read('b', counting(1)), [[1]]);
});

test('a moment without readers comes soon: what is read is ended and begun anew, what is asked for meanwhile waits', async (t) => {
  const pool = createPool(t, { threads: 2 });
  // Both threads have started.
  await Promise.all(['a', 'b'].map((holder) => pool.read(holder, counting(SLOW / 10))));
  const long = pool.read('b', watched(3 * SLOW));
  let meanwhile: Promise<unknown> | undefined;
  let isAnswered = false;
  const moment = async () => {
    meanwhile = pool.read('a', counting(1)).finally(() => {
      isAnswered = true;
    });
    await new Promise((done) => setTimeout(done, 100));
    assert.equal(isAnswered, false);
  };
  // A machine that is busy with something else may need a second one.
  while (!(await pool.quietly(100, moment)));
  assert.deepEqual(await meanwhile, [[1]]);
  assert.deepEqual(await long, [[3 * SLOW]], 'the one that was ended');
  assert.equal(pool.budget.tally().held, 0);
});

test('one that cannot be ended keeps its answer, and the moment does not come', async (t) => {
  const pool = createPool(t, { threads: 1 });
  const reading = pool.read('a', counting(6 * SLOW));
  await new Promise((done) => setTimeout(done, 100));
  let hasCome = false;
  await pool.quietly(20, async () => {
    hasCome = true;
  });
  assert.equal(hasCome, false);
  assert.deepEqual(await reading, [[6 * SLOW]]);
});

test('a read that was ended for such a moment still has a limit, and its client may leave', async (t) => {
  const pool = createPool(t, { threads: 2, limitMs: 400 });
  const gone = new AbortController();
  const [slow, left] = [pool.read('a', watched(ENDLESS)), pool.read('b', watched(ENDLESS), gone.signal)];
  await pool.quietly(50, async () => gone.abort(new Error('left')));
  await assert.rejects(left, /left/);
  assert.ok((await slow) instanceof Problem);
  while (pool.budget.tally().held > 0) await new Promise((done) => setTimeout(done, 20));
});

test('a read whose client has left while it waited is never run, and makes room', async (t) => {
  const pool = createPool(t, { threads: 1, queue: 4 });
  const running = pool.read('a', counting(SLOW));
  const gone = new AbortController();
  const dropped = pool.read('a', { text: 'SELECT this is no SQL', values: [] }, gone.signal);
  gone.abort(new Error('left'));
  await assert.rejects(dropped, /left/);
  const next = pool.read('a', counting(3));
  assert.deepEqual(await next, [[3]]);
  assert.deepEqual(await running, [[SLOW]]);
  await assert.rejects(pool.read('a', counting(3), gone.signal), /left/);
});

test('a read whose client leaves while it runs is ended', async (t) => {
  const pool = createPool(t, { threads: 1, limitMs: 60_000 });
  await pool.read('a', counting(1));
  const gone = new AbortController();
  const left = pool.read('a', watched(ENDLESS), gone.signal);
  setTimeout(() => gone.abort(new Error('left')), 100);
  await assert.rejects(left, /left/);
  assert.deepEqual(await pool.read('b', watched(3)), [[3]], 'the same statement, too');
});

test('a page is written into a file without a name; one that nobody waits for any more is closed', async (t) => {
  const folder = temporaryFolder(t);
  const pool = createPool(t, { threads: 1, limitMs: 60_000 }, join(folder, 'pages.db'));
  const documents = { text: `SELECT '{"n":' || value || '}' FROM json_each('[1,2,3]')`, values: [] };
  const before = openFiles();
  const page = await pool.writePage('a', documents, 2);
  assert.ok(!(page instanceof Problem));
  assert.deepEqual({ ...page, fd: 0 }, { fd: 0, bytes: '[{"n":1},\n{"n":2}]'.length, more: true });
  assert.ok(openFiles() > before);
  assert.deepEqual(
    readdirSync(dirname(join(folder, 'x'))).filter((name) => name.includes('page-')),
    [],
  );
  closeFile(page.fd);
  const open = openFiles();
  const gone = new AbortController();
  const slowPage = { text: `SELECT '{}' FROM (${counting(SLOW).text})`, values: [SLOW] };
  const left = pool.writePage('a', slowPage, 2, gone.signal);
  setTimeout(() => gone.abort(new Error('left')), 20);
  await assert.rejects(left, /left/);
  assert.deepEqual(await pool.read('a', counting(1)), [[1]]);
  await new Promise((done) => setTimeout(done, 100));
  assert.ok(openFiles() <= open, 'nothing stays open');
});

test('a page whose client has left does not fail the next one that asks for the same', async (t) => {
  const pool = createPool(t, { threads: 1, limitMs: 60_000 });
  await pool.read('a', counting(1));
  const page = (to: number) => ({ text: `SELECT '{}' FROM (${watched(to).text})`, values: [to] });
  const gone = new AbortController();
  const left = pool.writePage('a', page(ENDLESS), 2, gone.signal);
  setTimeout(() => gone.abort(new Error('left')), 100);
  await assert.rejects(left, /left/);
  const next = await pool.writePage('b', page(3), 2);
  assert.ok(!(next instanceof Problem));
  closeFile(next.fd);
});

test('a statement that fails fails alone, with its code', async (t) => {
  const pool = createPool(t, { threads: 1 });
  await assert.rejects(pool.read('a', { text: 'DELETE FROM things', values: [] }), { errcode: 8 });
  assert.deepEqual(await pool.read('a', counting(2)), [[2]]);
});

test('reads that wait when the pool is closed are rejected', async (t) => {
  const pool = createPool(t, { threads: 1, queue: 20 });
  const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => pool.read('a', watched(ENDLESS))));
  await pool.close();
  assert.deepEqual(
    (await outcomes).map((outcome) => outcome.status),
    Array(5).fill('rejected'),
  );
});

function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}

function createPool(
  t: TestContext,
  options: Partial<ReaderPoolOptions>,
  file: string = join(temporaryFolder(t), 'some.db'),
) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT)');
  const pool = createReaderPool({ file, threads: 1, queue: 40, limitMs: 10_000, ...options });
  t.after(async () => {
    await pool.close();
    db.close();
  });
  return pool;
}
