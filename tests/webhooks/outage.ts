/**
 * An endpoint that is down for three hours while events go on, the service killed in the middle: afterwards everything has arrived, in
 * the order of each record, and the outage has cost a handful of requests.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { readSettings, shardsOf } from '../../src/settings.ts';
import { closeShards, openShards } from '../../src/storage/shards.ts';
import {
  type Client,
  type Credentials,
  client,
  createKey,
  createTestAccount,
  databaseUrl,
  type Engine,
  startApp,
} from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { passPause, passTime, untilTried } from '../support/pass-time.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { bodyOf, trusting } from '../support/webhooks.ts';

export interface OutageReport {
  /** Requests while the endpoint was down. */
  readonly requests: number;
  readonly drainedMs: number;
}

const HOUR_MS = 3_600_000;
const OUTAGE_MS = 3 * HOUR_MS;
/** Of one subscription, when the endpoint goes down. */
const MAX_OUT = 32;
/** Until the pauses are a minute; then an hour passes between two tries, as for a service that was stopped meanwhile. */
const CLOSE_TRIES = 8;
const SHORT_PAUSE_MS = 5_000;
const WRITERS = 16;
const ID = 1;

export async function outageDrill(
  t: TestContext,
  engine: Engine,
  records: number,
  events: number,
): Promise<OutageReport> {
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const folder = mkdtempSync(join(tmpdir(), 'mds-outage-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const url = await databaseUrl(t, engine);
  const environment = { DATABASE_URL: url, MDS_RATE_LIMIT: '0', ...trusting(receiver) };
  const key = await createCredentials(environment);
  const service = await startService(environment, folder);
  t.after(() => service.end('SIGKILL'));
  const first = client(service.url, key);
  await side(first, records, (n) => ['POST', '/api/Tasks', { Name: `Task ${n}`, Position: 0 }]);
  const wishes = { entityType: 'Tasks', action: 'Updated', targetUrl: `${receiver.url}/hook`, patience: '3d' };
  assert.equal((await first.post('/api/Webhooks', wishes)).status, 201);

  receiver.answer(503);
  const downSince = performance.now();
  const early = Math.floor(events / records / 2);
  await steps(first, records, 1, early);
  let passed = 0;
  let tries = 0;
  for (; tries < 3; tries++) passed += await oneTry(url, first, receiver);
  const before = await untilTried(first, ID);
  // One is out, and never comes back.
  receiver.answer(() => {});
  const out = receiver.requests.length;
  const shifted = await passPause(url, first, ID);
  await receiver.waitFor(out + 1);
  await service.end('SIGKILL');

  receiver.answer(503);
  await passTime(url, LEASE_MS);
  const app = await startApp(t, engine, environment);
  const second = client(app.url, key);
  await receiver.waitFor(out + 2);
  const after = await untilTried(second, ID);
  assert.equal(Date.parse(after.since), Date.parse(before.since) - shifted - LEASE_MS, 'it is still the same outage');
  assert.ok(Date.parse(after.nextTry) - Date.now() > 20_000, 'and its pauses have not begun anew');
  await steps(second, records, early + 1, events / records);
  passed += shifted + LEASE_MS;
  // The one that was out when the service was killed, and the one that was made again.
  tries += 2;
  for (; passed < OUTAGE_MS; tries++) {
    passed += await oneTry(url, second, receiver, tries < CLOSE_TRIES ? 0 : HOUR_MS);
  }
  const requests = receiver.requests.length;
  // By itself, while the test was at work.
  const others = Math.ceil((performance.now() - downSince) / SHORT_PAUSE_MS);
  assert.ok(requests <= MAX_OUT + tries + others, `${requests} requests in ${tries} tries`);

  receiver.answer(200);
  const began = performance.now();
  await passPause(url, second, ID);
  await receiver.waitFor(requests + events, 30_000 + 20 * events);
  const drainedMs = performance.now() - began;
  assertWhole(receiver, requests, records, events / records);
  return { requests, drainedMs };
}
const LEASE_MS = 10_000;

async function createCredentials(environment: Record<string, string>): Promise<Credentials> {
  const settings = readSettings({ MDS_SECRETS_KEY: TEST_KEY, ...environment });
  const few = { readerThreads: 1, readerQueue: 1, poolSize: 2, keys: settings.MDS_SECRETS_KEY };
  const shards = await openShards(shardsOf(settings), { role: 'tool', mayCreate: true, ...few });
  const [shard] = shards.values();
  const { credentials } = await createKey('', shard!, await createTestAccount(shard!, 'Test firm'), {});
  await closeShards(shards);
  return credentials;
}

/** Each record goes on from step to step. */
async function steps(user: Client, records: number, from: number, to: number): Promise<void> {
  for (let step = from; step <= to; step++) {
    await side(user, records, (n) => ['PATCH', `/api/Tasks/${n}`, [{ op: 'replace', path: '/Position', value: step }]]);
  }
}

async function side(user: Client, count: number, of: (n: number) => [string, string, object]): Promise<void> {
  let next = 1;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (next <= count) {
      const [method, path, body] = of(next++);
      const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
      const reply = await user.send(method, path, { body: JSON.stringify(body), headers: { 'content-type': type } });
      assert.ok(reply.status < 300, reply.text);
    }
  });
  await Promise.all(writers);
}

async function oneTry(url: string, user: Client, receiver: Receiver, earlierMs = 0): Promise<number> {
  await untilTried(user, ID);
  const before = receiver.requests.length;
  await passTime(url, earlierMs);
  const ms = await passPause(url, user, ID);
  await receiver.waitFor(before + 1);
  await untilTried(user, ID);
  return earlierMs + ms;
}

/** Of each record all steps, each once, in their order. */
function assertWhole(receiver: Receiver, after: number, records: number, steps: number): void {
  const arrived = Map.groupBy(receiver.requests.slice(after).map(bodyOf), ({ data }) => data.ID as number);
  assert.equal(arrived.size, records);
  const expected = Array.from({ length: steps }, (_, n) => n + 1);
  for (const [record, bodies] of arrived) {
    assert.deepEqual(
      bodies.map(({ data }) => data.Position),
      expected,
      `record ${record}`,
    );
  }
}
