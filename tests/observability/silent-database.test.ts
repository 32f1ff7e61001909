// A database that goes silent: its connections stay open and nothing comes, as when its machine vanishes or its process is
// stopped. Requests are refused in time, the balancer is told, the log says it once, and all goes on by itself.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, noLog } from '../../src/lib/log.ts';
import type { Client, Reply } from '../support/app.ts';
import { testDatabase } from '../support/postgres.ts';
import { type SilencingProxy, startSilencingProxy } from '../support/silencing-proxy.ts';
import { namesOf, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

/** What a client, and a balancer, may be kept waiting; and what a delivery may, once the database can be reached again. */
const REFUSED_MS = 5_000;
const RESUMED_MS = 10_000;

test('while the database is silent every request is refused in 5 s, and within 10 s of its return all goes on', async (t) => {
  const { app, key, stranger, task, proxy, lines } = await start(t);
  proxy.silence('hang');
  // Many at once, so that some have no connection to wait on; then some who find out that others have waited before.
  const requests = (by: Client) => [
    by.get(`/api/Tasks/${task}`),
    by.get('/api/Tasks?take=5'),
    by.get('/api/Tasks?Name=fuzzy(valve)&count=true'),
    by.patch(`/api/Tasks/${task}`, [{ op: 'replace', path: '/Name', value: 'Lost' }]),
    by.post('/api/Tasks', { Name: 'Lost' }),
    by.delete(`/api/Tasks/${task}`),
    by.get('/api/Webhooks'),
    by.get('/api/Webhooks/1/Deliveries'),
  ];
  const health = timed(fetch(`${app.app.url}/readyz`));
  await Promise.all([key, key, key, stranger].flatMap(requests).map(refused));
  const { result: ready, ms } = await health;
  assert.equal(ready.status, 503);
  assert.match(((await ready.json()) as { detail: string }).detail, /^Shard s1: PostgreSQL does not answer/);
  assert.ok(ms < REFUSED_MS, `/readyz took ${ms} ms`);
  await Promise.all([key, stranger].flatMap(requests).map(refused));
  assert.equal((await fetch(`${app.app.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${app.app.url}/healthz`)).status, 200, 'the process lives');
  await sleep(1_000);
  assert.deepEqual(lines, ['the database of shard s1 does not answer']);

  proxy.reach();
  const reached = performance.now();
  await goesOn(app, task, reached);
  await eventually(async () => (await fetch(`${app.app.url}/readyz`)).status === 200, reached + RESUMED_MS);
  await eventually(async () => lines.length > 1, reached + RESUMED_MS);
  assert.match(lines[1]!, /^the database of shard s1 answers again after \d+\.\d s$/);
  await sleep(500);
  assert.equal(lines.length, 2, `one line for the outage and one for its end:\n${lines.join('\n')}`);
  const { json: tasks } = await key.get('/api/Tasks?Name=Lost');
  assert.deepEqual(tasks, [], 'what was refused was not done');
});

test('after a failover, connections to the host that vanished are given up, and deliveries go on within 10 s', async (t) => {
  const { app, key, stranger, task, proxy, lines } = await start(t);
  proxy.silence('pass');
  const failedOver = performance.now();
  const answers = await Promise.all(
    [key, key, stranger].flatMap((by) => [
      timed(by.get(`/api/Tasks/${task}`)),
      timed(by.get('/api/Tasks?Name=fuzzy(valve)&count=true')),
      timed(by.post('/api/Tasks', { Name: 'Perhaps' })),
    ]),
  );
  for (const { result, ms } of answers) {
    assert.ok(result.status === 503 || result.status < 300, `${result.status} ${result.text}`);
    assert.ok(ms < REFUSED_MS, `${result.status} took ${ms} ms`);
  }
  await goesOn(app, task, failedOver);
  await eventually(async () => lines.length > 1, failedOver + RESUMED_MS + REFUSED_MS);
  assert.equal(lines[0], 'the database of shard s1 does not answer');
  assert.match(lines[1]!, /^the database of shard s1 answers again after \d+\.\d s$/);
  assert.equal(lines.length, 2, lines.join('\n'));
  const counts = await Promise.all([key, stranger].map((by) => by.get('/api/Tasks?Name=Perhaps&count=true')));
  const created = answers.filter(({ result }) => result.status === 201).length;
  for (const { headers } of counts) assert.ok(Number(headers.get('x-total-count')) >= created, 'what was said is done');
});

interface Started {
  readonly app: WebhookApp;
  readonly key: Client;
  /** A key that nobody has used yet, so that it must be looked up. */
  readonly stranger: Client;
  readonly task: number;
  readonly proxy: SilencingProxy;
  /** What the log has said, but for requests and attempts. */
  readonly lines: string[];
}

/** A service with a task, of which one delivery has arrived. */
async function start(t: TestContext): Promise<Started> {
  const proxy = await startSilencingProxy(t, await testDatabase(t));
  const lines: string[] = [];
  const app = await startWebhookApp(t, 'postgres', { DATABASE_URL: proxy.url }, [], collecting(lines));
  const stranger = await app.app.key(app.account);
  await app.subscribe();
  const task = await app.task();
  await app.rename(task, 'Before');
  await app.receiver.waitFor(1);
  return { app, key: app.client, stranger, task, proxy, lines };
}

function collecting(lines: string[]): Log {
  const collect = (_: object, message: string) => {
    if (message !== 'webhook attempt') lines.push(message);
  };
  return { ...noLog, info: collect, warn: collect, error: collect };
}

async function refused(asked: Promise<Reply>): Promise<void> {
  const { result, ms } = await timed(asked);
  assert.equal(result.status, 503, result.text);
  assert.equal(result.json.code, 'unavailable', result.text);
  assert.match(result.headers.get('retry-after')!, /^\d+$/);
  assert.ok(ms < REFUSED_MS, `${result.json.detail} took ${ms} ms`);
}

/** A change goes through, and its delivery arrives in time. */
async function goesOn({ client, receiver }: WebhookApp, task: number, since: number): Promise<void> {
  const rename = [{ op: 'replace', path: '/Name', value: 'After' }];
  const until = since + RESUMED_MS;
  await eventually(async () => (await client.patch(`/api/Tasks/${task}`, rename)).status === 200, until);
  await receiver.waitFor((requests) => namesOf(requests).includes('After'), until - performance.now());
}

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; ms: number }> {
  const began = performance.now();
  return { result: await work, ms: Math.round(performance.now() - began) };
}

async function eventually(holds: () => Promise<boolean>, until: number): Promise<void> {
  while (!(await holds())) {
    assert.ok(performance.now() < until, `${holds} did not come true in time`);
    await sleep(50);
  }
}
