// The rate limit that instances share: exact over processes and connections, and cheap to be refused by.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { openPool, type Pool, withClient } from '../postgres/connection.ts';
import { migrate } from '../postgres/migrate.ts';
import { createPostgresRateLimit } from './rate-limit.postgres.ts';

const clock = { now: () => performance.now() };

test('two processes with sixteen connections never admit more than the limit in any window', async (t) => {
  const { url } = await ringed(t);
  const limit = 40;
  const windowMs = 1000;
  const runs = await Promise.all([hammer(url, limit, windowMs), hammer(url, limit, windowMs)]);
  const calls = runs.flatMap((run) => run.calls);
  const admitted = runs.flatMap((run) => run.admitted).sort(([a], [b]) => a - b);
  assert.ok(calls.length === 2 && calls.every((n) => n > 1000), `${calls} calls`);
  // Each stands somewhere between its two instants; those that lie wholly within a window were admitted in it.
  for (const [from] of admitted) {
    const within = admitted.filter(([begun, ended]) => begun >= from && ended <= from + windowMs);
    assert.ok(within.length <= limit, `${within.length} in one window`);
  }
  // And what the limit allows is given: a full ring in each of the windows.
  assert.ok(admitted.length >= limit * 3, `${admitted.length} were admitted in four windows`);
});

test('remaining counts down to the refusal, and after the time it names a request is admitted', async (t) => {
  const { pool } = await ringed(t);
  const rate = createPostgresRateLimit(pool, { limit: 5, windowMs: 1900, clock });
  for (const remaining of [4, 3, 2, 1, 0]) {
    const admission = await rate.admit('key');
    assert.deepEqual([admission.admitted, admission.remaining, admission.limit], [true, remaining, 5]);
    assert.equal(admission.resetSeconds, 2);
  }
  const refused = await rate.admit('key');
  assert.deepEqual(refused, { admitted: false, limit: 5, remaining: 0, resetSeconds: 2, retryAfterSeconds: 2 });
  assert.equal((await rate.admit('another key')).admitted, true);
  await pause(500);
  assert.equal((await rate.admit('key')).admitted, false);
  await pause(1000 * refused.retryAfterSeconds - 500);
  assert.equal((await rate.admit('key')).admitted, true);
});

test('a remembered refusal asks the database nothing, and ends with the real one', async (t) => {
  const { pool } = await ringed(t);
  // Long enough that it does not pass while the machine has other work.
  const rate = createPostgresRateLimit(pool, { limit: 1, windowMs: 2_000, clock });
  assert.equal((await rate.admit('key')).admitted, true);
  assert.equal((await rate.admit('key')).admitted, false);
  let asked = 0;
  pool.on('acquire', () => asked++);
  for (let n = 0; n < 100; n++) assert.equal((await rate.admit('key')).admitted, false);
  assert.equal(asked, 0);
  const begun = performance.now();
  while (!(await rate.admit('key')).admitted) await pause(1);
  assert.ok(performance.now() - begun < 3_000);
});

test('where a key stands is asked once a second, and anew when one more of it is admitted', async (t) => {
  const { pool } = await ringed(t);
  let now = 0;
  const rate = createPostgresRateLimit(pool, { limit: 3, windowMs: 60_000, clock: { now: () => now } });
  const another = createPostgresRateLimit(pool, { limit: 3, windowMs: 60_000, clock });
  let asked = 0;
  pool.on('acquire', () => asked++);
  const standing = async () => (await rate.standing('key')).remaining;
  assert.deepEqual(await Promise.all([standing(), standing(), standing()]), [3, 3, 3]);
  assert.equal(asked, 1);
  await rate.admit('key');
  assert.equal(await standing(), 2);
  await another.admit('key');
  now += 1_001;
  assert.equal(await standing(), 1);
  const [, remaining] = await Promise.all([rate.admit('key'), standing()]);
  assert.ok(remaining <= 1);
  assert.deepEqual([await standing(), (await rate.admit('key')).admitted, await standing()], [0, false, 0]);
  assert.equal(
    (await createPostgresRateLimit(pool, { limit: 2, windowMs: 60_000, clock }).standing('key')).remaining,
    0,
  );
});

test('what turns out to be worth several is counted whole or not at all, and less of it still is', async (t) => {
  const { pool } = await ringed(t);
  const rate = createPostgresRateLimit(pool, { limit: 5, windowMs: 1_900, clock });
  const admit = async (units: number) => {
    assert.ok((await rate.admit('key')).admitted);
    return rate.recount('key', units, clock.now() - 5);
  };
  assert.equal((await admit(3)).remaining, 2);
  const refused = await admit(4);
  assert.deepEqual(refused, { admitted: false, limit: 5, remaining: 2, resetSeconds: 2, retryAfterSeconds: 2 });
  assert.equal((await admit(2)).remaining, 0);
  assert.equal((await rate.admit('key')).admitted, false);
  await pause(2_000);
  assert.ok((await rate.admit('key')).admitted);
  assert.equal((await rate.recount('key', 5)).remaining, 0, 'where nothing is given back it is worth no more');
});

test('a request that is given back keeps none refused that came meanwhile, and those that stay leave when they would have', async (t) => {
  const { pool } = await ringed(t);
  const windowMs = 3_000;
  const rate = createPostgresRateLimit(pool, { limit: 3, windowMs, clock });
  const instants = () =>
    withClient(pool, async (client) => {
      const { rows } = await client.query(
        'SELECT s.at FROM rate_limits AS r JOIN rate_limit_slots AS s ON s.slot >= r.oldest AND s.slot < r.admitted ORDER BY s.slot',
      );
      return rows.map(({ at }: { at: unknown }) => Number(at));
    });
  await rate.admit('key');
  await pause(1_200);
  await rate.admit('key');
  await rate.admit('key');
  const [first, , last] = await instants();
  assert.equal((await rate.admit('key')).admitted, false);
  assert.equal((await rate.recount('key', 3, clock.now())).admitted, false);
  assert.deepEqual(await instants(), [first, last], 'the oldest of those that may be meant is gone');
  assert.equal((await rate.admit('key')).remaining, 0, 'a refusal of before does not hold any more');
  const refused = await rate.recount('key', 2);
  assert.deepEqual([refused.admitted, refused.remaining], [false, 0], 'refused, it is still the one that it was');
  assert.equal((await rate.recount('key', 2, clock.now() - windowMs)).admitted, false);
  assert.equal(
    (await rate.standing('key')).remaining,
    0,
    'of a request that may have left the window nothing is given back',
  );
  const plain = await rate.admit('key');
  // The oldest is gone within 1.8 seconds, the next one, which the refused were told of, in nearly three.
  assert.ok(!plain.admitted && plain.retryAfterSeconds <= 2, 'what is worth one waits for one place alone');
});

test('a raised limit admits the difference, a lowered one refuses until enough have left', async (t) => {
  const { pool } = await ringed(t);
  const windowMs = 2000;
  const of = (limit: number) => createPostgresRateLimit(pool, { limit, windowMs, clock });
  const admitAll = async (limit: number) => {
    let admitted = 0;
    while ((await of(limit).admit('key')).admitted) admitted++;
    return admitted;
  };
  assert.equal(await admitAll(10), 10);
  assert.equal(await admitAll(25), 15);
  assert.equal(await admitAll(10), 0);
  assert.equal(await admitAll(25), 0, 'those of the larger ring still count');
  await pause(windowMs + 10);
  assert.equal(await admitAll(10), 10);
});

test('a clock set back refuses nobody for longer than the window, and admits no more in it', async (t) => {
  const { pool } = await ringed(t);
  const windowMs = 1_000;
  const admit = () => createPostgresRateLimit(pool, { limit: 10, windowMs, clock }).admit('key');
  for (let n = 0; n < 10; n++) assert.ok((await admit()).admitted);
  // As the ring looks to a clock that was set back by an hour.
  await withClient(pool, async (client) => {
    await client.query('UPDATE rate_limit_slots SET at = at + 3600000000');
    await client.query('UPDATE rate_limits SET latest = latest + 3600000000');
  });
  const refused = await admit();
  assert.ok(!refused.admitted && refused.retryAfterSeconds <= 2, JSON.stringify(refused));
  await pause(windowMs + 10);
  for (let n = 0; n < 10; n++) assert.ok((await admit()).admitted);
  assert.ok(!(await admit()).admitted);
});

test('a limit of 0 admits everybody without asking', async (t) => {
  const { pool } = await ringed(t);
  await pool.end();
  const unlimited = createPostgresRateLimit(pool, { limit: 0, windowMs: 60_000, clock });
  assert.deepEqual(await unlimited.admit('key'), { admitted: true, limit: 0, remaining: 0, resetSeconds: 0 });
});

/** A process of eight connections that asks without a pause for four windows. */
async function hammer(url: string, limit: number, windowMs: number) {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    import { openPool } from ${at('../postgres/connection.ts')};
    import { createPostgresRateLimit } from ${at('./rate-limit.postgres.ts')};
    const pool = openPool({ url: ${JSON.stringify(url)}, applicationName: 'hammer', poolSize: 8 });
    const now = () => performance.timeOrigin + performance.now();
    const admitted = [];
    let calls = 0;
    // Without memory: each call asks the database.
    const rate = () => createPostgresRateLimit(pool, { limit: ${limit}, windowMs: ${windowMs}, clock: performance });
    await rate().admit('warm');
    const end = now() + ${4 * windowMs};
    await Promise.all(Array.from({ length: 8 }, async () => {
      while (now() < end) {
        const begun = now();
        calls++;
        if ((await rate().admit('key')).admitted) admitted.push([begun, now()]);
      }
    }));
    await pool.end();
    console.log(JSON.stringify({ calls: [calls], admitted }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as { calls: number[]; admitted: [begun: number, ended: number][] };
}

async function ringed(t: TestContext): Promise<{ url: string; pool: Pool }> {
  const url = await testDatabase(t);
  const pool = openPool({ url, applicationName: 'test', poolSize: 4 });
  t.after(() => (pool.ended ? undefined : pool.end()));
  await migrate(pool, { url, mayCreate: true });
  return { url, pool };
}
