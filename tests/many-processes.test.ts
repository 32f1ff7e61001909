// The whole fleet at once: two processes that answer requests and two that deliver, on two shards of PostgreSQL. Whichever
// process a request reaches, and whichever dies, each record's events arrive in order and none is missing.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Credentials, client } from './support/app.ts';
import { metricsOf } from './support/metrics.ts';
import { testDatabase } from './support/postgres.ts';
import { type Received, type Receiver, startReceiver } from './support/receiver.ts';
import { runCommand, type Service, startService } from './support/service.ts';
import { type Shown, trusting } from './support/webhooks.ts';

const SUBSCRIPTIONS = 8;
const RECORDS = 5;
const STEPS = 24;
/** Of one shard: each subscription hears of every step of every record. */
const EVENTS = SUBSCRIPTIONS * RECORDS * STEPS;
const LIMIT = 300;

test('2 api and 2 worker processes on 2 shards lose nothing and mix nothing up, though a worker is killed', {
  timeout: 120_000,
}, async (t) => {
  const fleet = await startFleet(t);
  const { receiver, shards, workers } = fleet;
  for (const { shardID, writing } of shards) await subscribe(receiver, fleet.through(0, writing), shardID);
  // Slow enough that much is still to be sent when the worker dies, and that it dies with attempts out.
  receiver.answer(async ({ response }) => {
    await sleep(40);
    response.end();
  });

  const written = Promise.all(
    shards.map(({ writing }) => write([fleet.through(0, writing), fleet.through(1, writing)])),
  );
  await receiver.waitFor((requests) => requests.length >= EVENTS / 2, 30_000);
  const [idler, busier] = await byLanes(workers);
  assert.ok(idler.lanes > 0, `both deliver: ${idler.lanes} and ${busier.lanes} lanes`);
  t.diagnostic(`killed with ${busier.lanes} lanes; the other has ${idler.lanes}`);
  const arrived = receiver.requests.length;
  assert.ok(arrived < EVENTS * 1.5, `it dies in the middle: ${arrived} of ${2 * EVENTS} have arrived`);
  assert.deepEqual(await busier.worker.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
  await written;
  await receiver.waitFor((requests) => distinct(requests).size === 2 * EVENTS, 40_000);

  assertInOrder(receiver.requests, shards);
  for (const { shardID, writing } of shards) await assertLogged(receiver, fleet.through(1, writing), shardID);
  for (const { limited } of shards) await assertSharedLimit([fleet.through(0, limited), fleet.through(1, limited)]);
  const health = await fleet.command('doctor');
  assert.deepEqual(
    health.map(({ shardID, findings }: Shown) => [shardID, findings]),
    shards.map(({ shardID }) => [shardID, []]),
  );
  for (const process of [...fleet.apis, idler.worker]) {
    assert.deepEqual(await process.end('SIGTERM'), { code: 0, signal: null });
  }
});

interface ShardKeys {
  readonly shardID: string;
  readonly writing: Credentials;
  /** A key that nothing else is asked with. */
  readonly limited: Credentials;
}

interface Fleet {
  readonly receiver: Receiver;
  readonly shards: readonly ShardKeys[];
  readonly apis: readonly Service[];
  readonly workers: readonly Service[];
  /** Speaks to one of the two that answer requests. */
  through(api: 0 | 1, key: Credentials): Client;
  command(...argv: string[]): Promise<Shown>;
}

async function startFleet(t: TestContext): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-many-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const shardIDs = ['north', 'south'];
  const urls = await Promise.all(shardIDs.map(async (shardID) => `${shardID}=${await testDatabase(t)}`));
  const environment = { MDS_SHARDS: urls.join(','), MDS_RATE_LIMIT: String(LIMIT), ...trusting(receiver) };
  const command = (...argv: string[]) => runCommand(argv, environment, folder);
  await command('migrate');
  const started: Service[] = [];
  t.after(() => Promise.all(started.map((service) => service.end('SIGKILL'))));
  const start = async (role: string) => {
    const service = await startService(environment, folder, undefined, ['--role', role]);
    started.push(service);
    return service;
  };
  const apis = await Promise.all([start('api'), start('api')]);
  const workers = await Promise.all([start('worker'), start('worker')]);
  const shards = await Promise.all(shardIDs.map((shardID) => createKeys(command, shardID)));
  return { receiver, shards, apis, workers, command, through: (api, key) => client(apis[api]!.url, key) };
}

async function createKeys(command: Fleet['command'], shardID: string): Promise<ShardKeys> {
  const account = ['--name', `Firm ${shardID}`, '--admin-email', 'admin@example.com', '--shard', shardID];
  const { accountID } = await command('accounts', 'create', ...account);
  const key = (name: string) => command('keys', 'create', '--account', accountID, '--name', name, '--preset', 'Full');
  const [writing, limited] = [await key('Writing'), await key('Limited')];
  assert.deepEqual([writing.shardID, limited.shardID], [shardID, shardID]);
  return { shardID, writing, limited };
}

async function subscribe(receiver: Receiver, user: Client, shardID: string): Promise<void> {
  for (let n = 1; n <= SUBSCRIPTIONS; n++) {
    const targetUrl = `${receiver.url}/${shardID}/${n}`;
    const reply = await user.post('/api/Webhooks', { entityType: 'Tasks', action: 'Updated', targetUrl });
    assert.equal(reply.status, 201, reply.text);
  }
}

/** Moves each record on step by step, every step through the other process than the one before. */
async function write(users: readonly Client[]): Promise<void> {
  const records = Array.from({ length: RECORDS }, async () => {
    const made = await users[0]!.post('/api/Tasks', { Name: 'Step 0' });
    assert.equal(made.status, 201, made.text);
    let etag = made.headers.get('etag')!;
    for (let step = 1; step <= STEPS; step++) {
      const operations = [{ op: 'replace', path: '/Position', value: step }];
      const reply = await users[step % users.length]!.patch(`/api/Tasks/${made.json.ID}`, operations, {
        'if-match': etag,
      });
      assert.equal(reply.status, 200, reply.text);
      etag = reply.headers.get('etag')!;
      await sleep(50);
    }
  });
  await Promise.all(records);
}

/** The workers by how many subscriptions each delivers to at the moment, the fewest first. */
async function byLanes(workers: readonly Service[]): Promise<[Working, Working]> {
  const found = await Promise.all(
    workers.map(async (worker) => {
      const { series } = await metricsOf(worker.url);
      const ofShards = [...series].filter(([name]) => name.startsWith('mds_webhook_lanes{'));
      return { worker, lanes: ofShards.reduce((sum, [, lanes]) => sum + lanes, 0) };
    }),
  );
  return found.sort((a, b) => a.lanes - b.lanes) as [Working, Working];
}

interface Working {
  readonly worker: Service;
  readonly lanes: number;
}

function distinct(requests: readonly Received[]): Map<string, Received> {
  return new Map(requests.map((request) => [String(request.headers['webhook-id']), request]));
}

/** What was out when the worker died comes again, under its own name; nothing else does, and nothing overtakes. */
function assertInOrder(requests: readonly Received[], shards: readonly ShardKeys[]): void {
  const steps = new Map<string, number[]>();
  const lastOf = new Map<string, string>();
  for (const request of requests) {
    const { data } = JSON.parse(String(request.body));
    const lane = `${request.path} record ${data.ID}`;
    const name = String(request.headers['webhook-id']);
    if (lastOf.get(lane) === name) continue;
    lastOf.set(lane, name);
    steps.set(lane, [...(steps.get(lane) ?? []), data.Position]);
  }
  const each = Array.from({ length: STEPS }, (_, n) => n + 1);
  for (const { shardID } of shards) {
    for (let n = 1; n <= SUBSCRIPTIONS; n++) {
      for (let id = 1; id <= RECORDS; id++) {
        const lane = `/${shardID}/${n} record ${id}`;
        assert.deepEqual(steps.get(lane), each, lane);
        steps.delete(lane);
      }
    }
  }
  assert.deepEqual([...steps.keys()], [], 'nothing arrived where it does not belong');
}

/** Every delivery that the log names has succeeded, and is one that arrived. */
async function assertLogged(receiver: Receiver, user: Client, shardID: string): Promise<void> {
  for (let n = 1; n <= SUBSCRIPTIONS; n++) {
    const logged = await settledLog(user, n);
    const arrived = receiver.requests.filter(({ path }) => path === `/${shardID}/${n}`);
    assert.deepEqual(
      logged.map(({ webhookId }) => webhookId).sort(),
      [...distinct(arrived).keys()].sort(),
      `${shardID} ${n}`,
    );
  }
}

async function settledLog(user: Client, subscription: number): Promise<Shown[]> {
  for (const until = Date.now() + 10_000; ; await sleep(200)) {
    const reply = await user.get(`/api/Webhooks/${subscription}/Deliveries?take=1000`);
    assert.equal(reply.status, 200, reply.text);
    if (reply.json.every(({ state }: Shown) => state === 'succeeded')) return reply.json;
    assert.ok(Date.now() < until, reply.text);
  }
}

/** Both are asked at once, each for more than half of the limit. */
async function assertSharedLimit(users: readonly Client[]): Promise<void> {
  const asked = await Promise.all(
    users.map(async (user) => {
      const askers = Array.from({ length: 10 }, async () => {
        const statuses: number[] = [];
        for (let n = 0; n < LIMIT / 12; n++) statuses.push((await user.get('/api/Me')).status);
        return statuses;
      });
      return (await Promise.all(askers)).flat();
    }),
  );
  const admitted = asked.map((statuses) => statuses.filter((status) => status === 200).length);
  assert.deepEqual([...new Set(asked.flat())].sort(), [200, 429]);
  assert.equal(admitted[0]! + admitted[1]!, LIMIT, `${admitted[0]} and ${admitted[1]} were admitted`);
  assert.ok(Math.min(...admitted) > 0, 'by both');
}
