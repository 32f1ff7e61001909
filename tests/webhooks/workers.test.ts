// Several processes on one PostgreSQL: each subscription has one worker at a time, and a worker that lost its place cannot
// write what another has taken over. And how a process ends that has attempts out.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client, databaseUrl, onEitherEngine } from '../support/app.ts';
import { createFirm } from '../support/firm.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { runSql } from '../support/run-sql.ts';
import { type Service, startService } from '../support/service.ts';
import { type Shown, trusting } from '../support/webhooks.ts';

/** Longer than a lease: by then another worker has taken the lane over. */
const LEASE_OVER_MS = 20_000;

test('a worker that was asleep past its lease cannot settle what another took over', { timeout: 90_000 }, async (t) => {
  const { receiver, environment, start } = await prepare(t, await databaseUrl(t, 'postgres'));
  const { credentials: key } = await createFirm(environment);
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
  const { receiver, environment, start } = await prepare(t, await databaseUrl(t, 'postgres'));
  const { credentials: key } = await createFirm(environment);
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

test('a worker that joins has its share of the lanes within ten seconds', { timeout: 90_000 }, async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const { receiver, environment, start } = await prepare(t, url);
  const { credentials: key } = await createFirm(environment);
  const user = client((await start('api')).url, key);
  await start('worker');
  const SUBSCRIPTIONS = 50;
  for (let n = 0; n < SUBSCRIPTIONS; n++) {
    await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Updated', targetUrl: receiver.url });
  }
  const { ID } = (await user.post('/api/Tasks', { Name: 'Step 0' })).json;
  const stopped = new AbortController();
  const traffic = (async () => {
    for (let step = 1; !stopped.signal.aborted; step++) {
      await user.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Position', value: step }]);
      await sleep(150);
    }
  })();
  await lanesAre(url, ([all]) => all === SUBSCRIPTIONS);
  await start('worker');
  const [most = 0, fewest = 0] = await lanesAre(url, ([most = 0, fewest = 0]) => {
    return most + fewest >= SUBSCRIPTIONS * 0.9 && fewest >= 0.4 * (most + fewest);
  });
  t.diagnostic(`${most} and ${fewest} lanes`);
  stopped.abort();
  await traffic;
});

test('a request that a worker had begun to dial when it fell asleep is not written after it lost its lane', {
  timeout: 90_000,
}, async (t) => {
  const { receiver, environment, start } = await prepare(t, await databaseUrl(t, 'postgres'), {
    MDS_WEBHOOK_TIMEOUT_MS: '40000',
  });
  const front = await startHeldFront(t, receiver);
  const { credentials: key } = await createFirm(environment);
  const user = client((await start('api')).url, key);
  const first = await start('worker');
  await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Created', targetUrl: front.url });
  await user.post('/api/Tasks', { Name: 'Taken over' });
  await front.dialled;
  process.kill(first.pid, 'SIGSTOP');
  await start('worker');
  await receiver.waitFor(1, LEASE_OVER_MS);
  front.letThrough();
  process.kill(first.pid, 'SIGCONT');
  // The handshake that was held up comes to its end now; what would follow it is the request.
  await sleep(2_000);
  assert.equal(receiver.requests.length, 1);
  const [delivery] = await settled(user);
  assert.deepEqual([delivery.state, delivery.attempts.length], ['succeeded', 1]);
});

onEitherEngine('SIGTERM settles the attempts that are out, then the process ends', async (engine, t) => {
  const { receiver, environment, start } = await prepare(t, await databaseUrl(t, engine));
  const { credentials: key } = await createFirm(environment);
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
  start(role: string): Promise<Service>;
}

/** Resolves with how many lanes each worker holds, the one with most first, once that is as wanted. */
async function lanesAre(url: string, wanted: (held: number[]) => boolean): Promise<number[]> {
  const sql = `SELECT count(*)::int AS held FROM lanes WHERE leased_until > extract(epoch FROM clock_timestamp()) * 1000
    GROUP BY worker ORDER BY 1 DESC`;
  for (const until = Date.now() + 30_000; ; await sleep(200)) {
    const held = ((await runSql(url, sql)) as { held: number }[]).map((row) => row.held);
    if (wanted(held)) return held;
    assert.ok(Date.now() < until, `the workers hold ${held}`);
  }
}

/** Stands before the receiver: nothing of the first connection passes until it is let through. */
async function startHeldFront(t: TestContext, receiver: Receiver) {
  const dialled = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  let connections = 0;
  const server = createServer(async (socket) => {
    socket.on('error', () => {});
    socket.pause();
    if (++connections === 1) {
      dialled.resolve();
      await open.promise;
    }
    const onward = connect(receiver.port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}/`, dialled: dialled.promise, letThrough: open.resolve };
}

async function prepare(t: TestContext, url: string, settings: Record<string, string> = {}): Promise<Prepared> {
  const receiver = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'mds-workers-'));
  const environment = { DATABASE_URL: url, MDS_RATE_LIMIT: '0', ...settings, ...trusting(receiver) };
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
