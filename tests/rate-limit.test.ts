import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, onBothEngines, onEitherEngine, startApp } from './support/app.ts';
import { openStream } from './support/event-stream.ts';
import { createFirm } from './support/firm.ts';
import { testDatabase } from './support/postgres.ts';
import { startService } from './support/service.ts';

onBothEngines('every answer to a valid key says where it stands, and one past the limit is 429', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '15' });
  const account = await app.account();
  const key = await app.key(account);
  for (let left = 14; left >= 0; left--) {
    // Every kind of answer counts, refusals too.
    const reply = await (left % 2 === 0 ? key.get('/api/Me') : key.get('/api/Nothing'));
    assert.equal(reply.status, left % 2 === 0 ? 200 : 404);
    assert.match(reply.headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${left};t=\\d+$`));
    assert.equal(reply.headers.get('ratelimit-policy'), '"default";q=15;w=60');
  }
  const refused = await key.get('/api/Me');
  assert.equal(refused.status, 429);
  assert.equal(refused.json.code, 'rate_limited');
  assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60|61)$/);
  assert.match(refused.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/);
  const other = await app.key(account);
  assert.equal((await other.get('/api/Me')).status, 200, 'another key has a window of its own');
  for (let n = 0; n < 10; n++) await openStream(t, app.url, other, '/api/Changes?after=now');
  // At once: each was let in before any of the others was refused.
  const more = await Promise.all([1, 2, 3].map(() => other.get('/api/Changes?after=now&wait=5')));
  for (const { status, json, headers } of more) {
    assert.deepEqual([status, json.code], [429, 'too_many_held']);
    assert.match(headers.get('ratelimit') ?? '', /^"default";r=4;t=\d+$/);
    assert.equal(headers.get('ratelimit-policy'), '"default";q=15;w=60');
    assert.match(headers.get('vary') ?? '', /apikey/);
  }
  const after = await other.get('/api/Me');
  assert.match(after.headers.get('ratelimit')!, /r=3;/, 'what is refused for anything else with 429 does not count');
  const again = await other.get('/api/Changes?after=now&wait=5');
  assert.match(again.headers.get('ratelimit')!, /r=3;/, 'and says at once what else was counted');
  assert.equal(again.headers.get('retry-after'), '1');
  for (let n = 0; n < 3; n++) await other.get('/api/Me');
  const spent = await other.get('/api/Changes?after=now&wait=5');
  assert.equal(spent.json.code, 'too_many_held');
  const reset = Number(/r=0;t=(\d+)$/.exec(spent.headers.get('ratelimit')!)![1]);
  assert.equal(spent.headers.get('retry-after'), `${reset + 1}`, 'before that there is no request left');
});

test('two processes on one PostgreSQL together admit exactly the limit', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-rate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: await testDatabase(t) };
  const services = [await startService(environment, folder), await startService(environment, folder)];
  t.after(() => Promise.all(services.map((service) => service.end('SIGKILL'))));
  const { credentials: key } = await createFirm(environment, 'Reporting');
  const counts = new Map<number, number>();
  await Promise.all(
    services.flatMap(({ url }) =>
      Array.from({ length: 10 }, async () => {
        for (let asked = 0; asked < 25; asked++) {
          const { status } = await client(url, key).get('/api/Me');
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }
      }),
    ),
  );
  assert.deepEqual(Object.fromEntries(counts), { 200: 300, 429: 200 });
});

onEitherEngine('after Retry-After a request succeeds, a second earlier it does not', async (engine, t) => {
  // A minute's limit in four seconds: the same sums, and nobody waits for the rest of the minute.
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '2' }, { rateWindowMs: 4_000 });
  const key = await app.key(await app.account());
  await key.get('/api/Me');
  await key.get('/api/Me');
  const refused = await key.get('/api/Me');
  const came = Date.now();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=2;w=4');
  const seconds = Number(refused.headers.get('retry-after'));
  await sleep(came + (seconds - 1) * 1000 - Date.now());
  assert.equal((await key.get('/api/Me')).status, 429, 'a second earlier');
  await sleep(came + seconds * 1000 - Date.now());
  assert.equal((await key.get('/api/Me')).status, 200, 'after it');
});

onEitherEngine(
  'failed credentials are limited by address, and a good key is never refused for it',
  async (engine, t) => {
    // Its own: what others have failed to within the minute would count.
    const app = await startApp(t, engine);
    const key = await app.key(await app.account());
    const wrong = client(app.url, { ...key.credentials, vaultSecret: 'wrong' });
    const statuses = new Map<number, number>();
    for (let round = 0; round < 31; round++) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => wrong.get('/api/Me')));
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(statuses), { 401: 300, 429: 10 });
    assert.equal((await key.get('/api/Me')).status, 200);
  },
);
