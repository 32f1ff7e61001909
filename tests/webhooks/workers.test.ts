// Several processes on one PostgreSQL: each subscription has one worker at a time, and a worker that lost its place cannot
// write what another has taken over. And how a process ends that has attempts out.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client, databaseUrl, onBothEngines } from '../support/app.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Service, startService } from '../support/service.ts';
import { makeKeyByCommand, type Shown, trusting } from '../support/webhooks.ts';

/** Longer than a lease: by then another worker has taken the lane over. */
const LEASE_OVER_MS = 20_000;

test('a worker that was asleep past its lease cannot settle what another took over', { timeout: 90_000 }, async (t) => {
  const { receiver, environment, folder, start } = await prepare(t, await databaseUrl(t, 'postgres'));
  const key = await makeKeyByCommand(environment, folder);
  const user = client((await start('api')).url, key);
  const first = await start('worker');
  const held: ServerResponse[] = [];
  receiver.answer(({ response }) => {
    // Neither of the first two attempts gets an answer for now.
    if (receiver.requests.length <= 2) held.push(response);
    else response.end();
  });
  await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Created', targetUrl: receiver.url });
  await user.post('/api/Tasks', { Name: 'Taken over' });
  await receiver.waitFor(1);
  process.kill(first.pid, 'SIGSTOP');
  const second = await start('worker');
  await receiver.waitFor(2, LEASE_OVER_MS);

  // Woken while the other one's attempt is out, it hears a 410, which would switch the subscription off.
  held[0]!.writeHead(410).end();
  process.kill(first.pid, 'SIGCONT');
  await sleep(1_500);
  const [out] = (await user.get('/api/Webhooks/1/Deliveries')).json;
  assert.deepEqual([out.state, out.attempts], ['waiting', []]);
  assert.equal((await user.get('/api/Webhooks/1')).json.active, true);
  held[1]!.end();
  const [taken] = await settled(user);
  assert.deepEqual([taken.state, taken.attempts.length, taken.attempts[0].status], ['succeeded', 1, 200]);
  assert.deepEqual(
    receiver.requests.map(({ headers }) => headers['webhook-id']),
    [taken.webhookId, taken.webhookId],
    'only the attempt that was out came twice',
  );

  // Both are fit to work on: what comes next is delivered once.
  await user.post('/api/Tasks', { Name: 'Afterwards' });
  await receiver.waitFor(3, LEASE_OVER_MS);
  for (const worker of [first, second]) assert.equal((await worker.end('SIGTERM')).code, 0);
  assert.equal(receiver.requests.length, 3);
});

test('workers share the subscriptions, and take over from one that is killed', { timeout: 90_000 }, async (t) => {
  const { receiver, environment, folder, start } = await prepare(t, await databaseUrl(t, 'postgres'));
  const key = await makeKeyByCommand(environment, folder);
  const user = client((await start('api')).url, key);
  const workers = [await start('worker'), await start('worker')];
  for (let n = 0; n < 10; n++) {
    await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Updated', targetUrl: `${receiver.url}/${n}` });
  }
  const { ID } = (await user.post('/api/Tasks', { Name: 'Step 0' })).json;
  for (let step = 1; step <= 20; step++) {
    if (step === 10) await workers[0]!.end('SIGKILL');
    await user.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Position', value: step }]);
  }
  const complete = () => new Set(receiver.requests.map(({ path, body }) => `${path} ${positionOf(body)}`)).size === 200;
  await receiver.waitFor(complete, LEASE_OVER_MS);
  for (let n = 0; n < 10; n++) {
    const steps = receiver.requests.filter(({ path }) => path === `/${n}`).map(({ body }) => positionOf(body));
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
      `subscription ${n} got its deliveries in order`,
    );
  }
});

onBothEngines('SIGTERM settles the attempts that are out, then the process ends', async (t, engine) => {
  const { receiver, environment, folder, start } = await prepare(t, await databaseUrl(t, engine));
  const key = await makeKeyByCommand(environment, folder);
  const service = await start('all');
  const user = client(service.url, key);
  receiver.answer(async ({ response }) => {
    await sleep(1_000);
    response.end();
  });
  await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Created', targetUrl: receiver.url });
  await user.post('/api/Tasks', { Name: 'Out when the signal comes' });
  await receiver.waitFor(1);
  const began = performance.now();
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  assert.ok(performance.now() - began < 15_000);

  const again = client((await start('all')).url, key);
  const [delivery] = await settled(again);
  assert.deepEqual([delivery.state, delivery.attempts.length], ['succeeded', 1]);
  await sleep(300);
  assert.equal(receiver.requests.length, 1, 'it is not sent again');
});

test('api and worker need PostgreSQL, and an unknown role is refused', async (t) => {
  const { start } = await prepare(t, await databaseUrl(t, 'sqlite'));
  for (const role of ['api', 'worker']) await assert.rejects(start(role), /needs PostgreSQL/);
  await assert.rejects(start('both'), /--role is one of all, api, worker/);
});

interface Prepared {
  readonly receiver: Receiver;
  readonly environment: Record<string, string>;
  readonly folder: string;
  start(role: string): Promise<Service>;
}

async function prepare(t: TestContext, url: string): Promise<Prepared> {
  const receiver = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'mds-workers-'));
  const environment = { DATABASE_URL: url, MDS_RATE_LIMIT: '0', ...trusting(t, receiver) };
  const started: Service[] = [];
  t.after(async () => {
    for (const { pid, end } of started) {
      // One that is asleep does not hear of its end.
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It has ended already.
      }
      await end('SIGKILL');
    }
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    receiver,
    environment,
    folder,
    async start(role) {
      const service = await startService(environment, folder, undefined, ['--role', role]);
      started.push(service);
      return service;
    },
  };
}

/** The log of subscription 1, once nothing waits any more. */
async function settled(user: Client): Promise<Shown[]> {
  for (const until = Date.now() + 10_000; ; await sleep(50)) {
    const { json } = await user.get('/api/Webhooks/1/Deliveries');
    if (json.length > 0 && json.every(({ state }: Shown) => state !== 'waiting')) return json;
    assert.ok(Date.now() < until, JSON.stringify(json));
  }
}

function positionOf(body: Buffer): number {
  return JSON.parse(String(body)).data.Position;
}
