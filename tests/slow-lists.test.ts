// What slow lists and large pages of one account leave to another.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '../src/accounts/account.ts';
import { sample } from './conformance/samples.ts';
import { type Client, type Engine, onBothEngines, onEitherEngine, startApp, type TestApp } from './support/app.ts';
import { metricsOf } from './support/metrics.ts';
import { type RawConnection, rawConnection, requestHead } from './support/raw-connection.ts';
import { sharedApp } from './support/shared-app.ts';

/** Each of them almost matches at every place of a text of nothing but "a". */
const needles = Array.from({ length: 60 }, (_, n) => `Notes=${'a'.repeat(190 + n)}b`);
const SLOW = `/api/Tasks?fuzzy=true&${needles.join('&')}`;

onBothEngines('slow lists of one account do not hold up a list of another', async (engine) => {
  const app = await sharedApp(engine);
  const greedy = await tenant(app, 'Greedy', longTexts(800));
  const other = await tenant(app, 'Other', [{ Name: 'Boiler' }]);
  const search = '/api/Tasks?fuzzy=true&Name=BOIL';
  assert.equal((await other.get(search)).json.length, 1);
  const slow = await Promise.all(Array.from({ length: 20 }, () => rawConnection(app.url)));
  for (const one of slow) one.write(requestHead(`GET ${SLOW}`, greedy.credentials));
  await until(async () => (await shares(app))('waiting', 'slow_lists') > 15);
  for (let n = 0; n < 5; n++) {
    const began = performance.now();
    const reply = await other.get(search);
    assert.equal(reply.status, 200, reply.text);
    // A single one of the others takes longer, and there are twenty.
    assert.ok(performance.now() - began < 3_000, `${performance.now() - began} ms`);
  }
  assert.ok((await shares(app))('waiting', 'slow_lists') > 10, 'while they were waiting');
  for (const one of slow) one.socket.destroy();
  await until(async () => (await shares(app))('held', 'slow_lists') === 0);
  assert.equal((await shares(app))('waiting', 'slow_lists'), 0);
});

onBothEngines('a list that takes too long is stopped, and its answer says what to do', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_LIST_TIMEOUT_MS: '400' });
  const key = await tenant(app, 'Firm', longTexts(800));
  assert.equal((await key.get('/api/Tasks?fuzzy=true&Name=nothing')).status, 200);
  const began = performance.now();
  const reply = await key.get(SLOW);
  assert.ok(performance.now() - began < 3_000);
  assert.deepEqual([reply.status, reply.json.code], [503, 'overloaded']);
  assert.match(reply.json.detail, /took too long.*Narrow it by/);
  assert.ok(Number(reply.headers.get('retry-after')) > 0);
  await until(async () => (await shares(app))('held', 'slow_lists') === 0);
  assert.equal((await key.get('/api/Tasks?fuzzy=true&Name=nothing')).status, 200);
});

onBothEngines('a list whose client leaves is stopped', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_LIST_TIMEOUT_MS: '60000' });
  const key = await tenant(app, 'Firm', longTexts(5_000));
  const leaving = await rawConnection(app.url);
  leaving.write(requestHead(`GET ${SLOW}`, key.credentials));
  await until(async () => (await shares(app))('held', 'slow_lists') === 1);
  leaving.socket.destroy();
  await until(async () => (await shares(app))('held', 'slow_lists') === 0);
});

onEitherEngine('large pages that one account leaves unread do not keep another from its own', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_LARGE_PAGES_MIB: '256' });
  const greedy = await tenant(app, 'Greedy', largeTasks(60));
  const other = await tenant(app, 'Other', largeTasks(60));
  const deaf = await Promise.all(Array.from({ length: 4 }, () => deafReader(app, greedy)));
  await until(async () => (await shares(app))('held', pagesOf(engine)) > 0);
  await sleep(200);
  const began = performance.now();
  const reply = await other.get('/api/Tasks?take=60');
  assert.deepEqual([reply.status, reply.json.length], [200, 60]);
  assert.ok(performance.now() - began < 5_000);
  for (const one of deaf) one.socket.destroy();
  await until(async () => (await shares(app))('held', pagesOf(engine)) === 0);
});

onEitherEngine(
  'a client that sips at a large page loses it in the end, and what it held is free again',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_LARGE_PAGE_MS: '1500' });
    const key = await tenant(app, 'Firm', largeTasks(200));
    const sipping = await deafReader(app, key, 200);
    // A sip of 64 KiB, then a pause.
    sipping.socket.on('data', () => sipping.socket.pause());
    const sips = setInterval(() => sipping.socket.resume(), 200);
    await until(async () => (await shares(app))('held', pagesOf(engine)) > 0);
    await until(async () => (await shares(app))('held', pagesOf(engine)) === 0, 5_000);
    clearInterval(sips);
    sipping.socket.on('data', () => sipping.socket.resume());
    sipping.socket.resume();
    const received = await sipping.ended(5_000);
    assert.match(received, /^HTTP\/1\.1 200 OK/);
    assert.ok(!received.endsWith('\r\n0\r\n\r\n'), 'the answer does not pass for a whole one');
  },
);

onBothEngines('HEAD of a list says what GET says, and reads none of its records', async (engine) => {
  const app = await sharedApp(engine);
  const key = await tenant(app, 'Firm', largeTasks(60));
  for (const path of [
    '/api/Tasks?take=60&count=true',
    '/api/Tasks?take=10',
    '/api/Tasks?fuzzy=true&Name=x&count=true',
  ]) {
    const before = (await shares(app))('taken_total', pagesOf(engine));
    const head = await key.send('HEAD', path);
    assert.equal((await shares(app))('taken_total', pagesOf(engine)), before);
    const get = await key.get(path);
    assert.deepEqual([head.status, head.text], [200, '']);
    for (const name of ['link', 'x-total-count', 'content-type', 'cache-control']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
  }
  assert.equal((await key.send('HEAD', '/api/Tasks?take=x')).status, 400);
});

async function tenant(app: TestApp, name: string, tasks: readonly Record<string, string>[]): Promise<Client> {
  const account: AccountScope = await app.account(name);
  const records = tasks.map((given, n) => sample('Tasks', n + 1, given));
  for (let from = 0; from < records.length; from += 100) {
    await app.shard.bulk(account).load('Tasks', records.slice(from, from + 100));
  }
  return app.key(account);
}

function longTexts(count: number): Record<string, string>[] {
  return Array<Record<string, string>>(count).fill({ Notes: 'a'.repeat(10_000) });
}

/** 90 kB each. */
function largeTasks(count: number): Record<string, string>[] {
  const long = '修'.repeat(10_000);
  return Array<Record<string, string>>(count).fill({ Description: long, Result: long, Notes: long });
}

async function deafReader(app: TestApp, key: Client, take = 60): Promise<RawConnection> {
  const deaf = await rawConnection(app.url);
  deaf.socket.pause();
  deaf.write(requestHead(`GET /api/Tasks?take=${take}`, key.credentials, { connection: 'close' }));
  return deaf;
}

function pagesOf(engine: Engine): string {
  return engine === 'sqlite' ? 'large_page_mib' : 'large_pages';
}

async function shares(app: TestApp): Promise<(what: string, budget: string) => number> {
  const metrics = await metricsOf(app.url);
  return (what, budget) => metrics.value(`mds_share_${what}{budget="${budget}",shard="s1"}`);
}

async function until(holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `not within ${withinMs} ms`);
    await sleep(20);
  }
}
