// Streams that stay: what a thousand of them cost, and how they end.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountScope } from '../src/accounts/account.ts';
import { createIntegration, rotateIntegration } from '../src/accounts/integrations.ts';
import { isRefused } from '../src/accounts/refused.ts';
import { readSettings, shardsOf } from '../src/settings.ts';
import { closeShards, openShards } from '../src/storage/shards.ts';
import {
  type Client,
  type Credentials,
  client,
  onBothEngines,
  onEitherEngine,
  startApp,
  type TestApp,
} from './support/app.ts';
import { openStream } from './support/event-stream.ts';
import { testKeys } from './support/keys.ts';
import { createLargeTasks } from './support/large-tasks.ts';
import { createPlace } from './support/place.ts';
import { mainThreadSeconds, memoryOf } from './support/process-vitals.ts';
import { startService } from './support/service.ts';
import { sharedApp } from './support/shared-app.ts';

onBothEngines('a stream ends when its key is revoked, and says so', async (engine, t) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  const stream = await openStream(t, app.url, key, '/api/Changes?after=now');
  await key.post('/api/Tasks', { Name: 'Still allowed' });
  await stream.events(1);
  await app.shard.accounts.revoke(account, key.integrationID, Date.now(), 'test');
  assert.match(await within(stream.ended, 5_000), /the key or the session is no longer valid/);
});

onBothEngines(
  'a request that waits is refused when its key is revoked, and sees nothing from then on',
  async (engine) => {
    const app = await sharedApp(engine);
    const account = await app.account();
    const [key, other] = [await app.key(account), await app.key(account)];
    const held = key.get('/api/Changes?after=now&wait=30');
    await pause(200);
    await app.shard.accounts.revoke(account, key.integrationID, Date.now(), 'test');
    await pause(200);
    await other.post('/api/Tasks', { Name: 'After the revocation' });
    const reply = await within(held, 5_000);
    assert.deepEqual([reply.status, reply.json.code], [401, 'unauthorized']);
  },
);

onBothEngines(
  'whoever came with a secret that is no longer good stays no longer, and others of the key do',
  async (engine, t) => {
    const app = await sharedApp(engine);
    const account = await app.account();
    const key = await app.key(account);
    const stream = await openStream(t, app.url, key, '/api/Changes?after=now');
    const held = key.get('/api/Changes?after=now&wait=60');
    await pause(200);
    const renewed = await rotate(app, account, key, 0);
    const young = await openStream(t, app.url, renewed, '/api/Changes?after=now');
    assert.match(await within(stream.ended, 10_000), /the key or the session is no longer valid/);
    const reply = await within(held, 10_000);
    assert.deepEqual([reply.status, reply.json.code], [401, 'unauthorized']);
    await renewed.post('/api/Tasks', { Name: 'After the rotation' });
    assert.equal((await young.events(1)).length, 1);
  },
);

onEitherEngine('a stream goes on with the secret before, and ends with its grace', async (engine, t) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  const streams = [await openStream(t, app.url, key, '/api/Changes?after=now')];
  const renewed = await rotate(app, account, key, 3_600_000);
  streams.push(await openStream(t, app.url, key, '/api/Changes?after=now'));
  await renewed.post('/api/Tasks', { Name: 'Within the grace' });
  for (const stream of streams) assert.equal((await stream.events(1)).length, 1);
  await app.shard.accounts.endGrace(account, key.integrationID);
  for (const stream of streams) assert.match(await within(stream.ended, 10_000), /no longer valid/);

  const late = await openStream(t, app.url, renewed, '/api/Changes?after=now');
  await rotate(app, account, renewed, 500);
  assert.match(await within(late.ended, 10_000), /no longer valid/, 'by itself, too');
});

onBothEngines('a key may hold ten requests, and other keys are not hindered', async (engine, t) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const [key, other] = [await app.key(account), await app.key(account)];
  for (let n = 0; n < 10; n++) {
    assert.equal((await openStream(t, app.url, key, '/api/Changes?after=now')).status, 200);
  }
  const refused = await key.get('/api/Changes?after=now&wait=5');
  assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_held']);
  assert.equal((await key.get('/api/Changes?after=now')).status, 200, 'without waiting it may ask');
  assert.equal((await openStream(t, app.url, other, '/api/Changes?after=now')).status, 200);
});

test('however many keys an account has, some of the places of those who wait are left to others', async (t) => {
  const app = await startApp(t, 'sqlite', { MDS_MAX_HELD: '24' });
  const account = await app.account();
  const keys = await Promise.all([1, 2, 3].map(() => app.key(account)));
  const stranger = await app.key(await app.account());
  for (const key of keys.flatMap((one) => Array(4).fill(one) as Client[])) {
    assert.equal((await openStream(t, app.url, key, '/api/Changes?after=now')).status, 200);
  }
  for (const key of keys) {
    const refused = await key.get('/api/Changes?after=now&wait=5');
    assert.deepEqual([refused.status, refused.json.code], [503, 'overloaded']);
  }
  assert.equal((await stranger.get('/api/Changes?after=now&wait=1')).status, 200);
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(t, app.url, stranger, '/api/Changes')));
  assert.ok(streams.every(({ status }) => status === 200));
});

onBothEngines('what many streams of one account are told takes nothing from others', async (engine, t) => {
  // So little that a few of them would hold all of it.
  const app = await startApp(t, engine, { MDS_MAX_REQUEST_MIB: '16' });
  const account = await app.account();
  const keys = await Promise.all([1, 2, 3].map(() => app.key(account)));
  const stranger = await app.key(await app.account());
  const choices = Array.from({ length: 19 }, (_, n) => `${n} ${'x'.repeat(190)}`);
  const fields = Array.from({ length: 60 }, (_, n) => ({
    ...{ FieldID: `f${n}`, Label: 'Which', Type: 'Choice', Choices: choices },
  }));
  const made = await keys[0]!.post('/api/FormTemplates', { Name: 'Large', Fields: fields });
  assert.equal(made.status, 201, made.text);
  const streams = await Promise.all(
    keys.flatMap((key) => Array.from({ length: 10 }, () => openStream(t, app.url, key, '/api/Changes?after=now'))),
  );
  const path = `/api/FormTemplates/${made.json.ID}`;
  const patch = [{ op: 'replace', path: '/Fields/0/Label', value: 'Other' }];
  assert.equal((await keys[0]!.patch(path, patch)).status, 200);
  for (const stream of streams) assert.equal((await stream.events(1)).length, 1);
  for (let n = 0; n < 3; n++) {
    const reply = await stranger.post('/api/Tasks', { Name: 'Of others' });
    assert.equal(reply.status, 201, reply.text);
  }
});

test('a reader that takes nothing is cut off and loses nothing when it comes again', async (t) => {
  const environment = { MDS_ANSWER_TIMEOUT_MS: '1000' };
  const app = await startApp(t, 'sqlite', environment);
  const key = await app.key(await app.account());
  const url = new URL(app.url);
  const socket = connect(Number(url.port), url.hostname);
  t.after(() => socket.destroy());
  const headers = Object.entries({ ...key.credentials, host: url.host, accept: 'text/event-stream' });
  socket.write(
    `GET /api/Changes?after=now HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await createLargeTasks(key, 200);
  await pause(2_500);
  socket.resume();
  await within(closed, 10_000);
  const { json } = await key.get('/api/Changes?entityType=Tasks&take=1');
  const stream = await openStream(t, app.url, key, '/api/Changes?entityType=Tasks', {
    'last-event-id': json[0].change,
  });
  assert.equal((await stream.events(199, 30_000)).length, 199);
});

const held =
  'a thousand streams take less than 150 MB, cost nothing while nothing happens, hear what does, and end with the service';
onBothEngines(held, async (engine, t) => {
  const { environment, folder, accountID } = await createPlace(t, engine, { MDS_RATE_LIMIT: '0', MDS_DRAIN_MS: '500' });
  const keys = await createKeys(environment, accountID, 100);
  const service = await startService(environment, folder);
  t.after(() => service.end('SIGKILL'));
  await client(service.url, keys[0]!).get('/api/Me');
  const idle = memoryOf(service.pid).own;
  const streams = await Promise.all(
    keys.flatMap(({ apiKey, vaultSecret, shardID }) =>
      Array.from({ length: 10 }, () =>
        openStream(t, service.url, { credentials: { apiKey, vaultSecret, shardID } }, '/api/Changes?after=now'),
      ),
    ),
  );
  assert.ok(streams.every(({ status }) => status === 200));
  const quiet = mainThreadSeconds(service.pid);
  await pause(2_000);
  const spent = mainThreadSeconds(service.pid) - quiet;
  // If each of them asked once a second it would be 0.3 s and more.
  assert.ok(spent < 0.2, `${spent} s of the processor in 2 s`);
  const { apiKey, vaultSecret, shardID } = keys[0]!;
  const writer = client(service.url, { apiKey, vaultSecret, shardID });
  for (let n = 0; n < 5; n++) await writer.post('/api/Tasks', { Name: `Task ${n}` });
  for (const stream of streams) await stream.events(5, 30_000);
  const grown = memoryOf(service.pid).own - idle;
  assert.ok(grown < 150, `${grown} MB`);
  t.diagnostic(
    `1,000 streams: ${grown.toFixed(0)} MB over idle, ${(spent * 500).toFixed(1)} ms of the processor a second`,
  );
  const began = performance.now();
  const { code } = await service.end('SIGTERM');
  assert.equal(code, 0, service.output());
  assert.ok(performance.now() - began < 10_000);
  for (const { ended } of streams) assert.match(await ended, /the service is ending/);
});

/** The same key with a new secret. */
async function rotate(
  { shard, url }: Pick<TestApp, 'shard' | 'url'>,
  account: AccountScope,
  { integrationID, credentials }: Client,
  graceMs: number,
): Promise<Client> {
  const rotated = await rotateIntegration(shard.accounts, account, integrationID, graceMs);
  if (isRefused(rotated)) throw new Error(rotated.refused);
  return client(url, { ...credentials, vaultSecret: rotated.vaultSecret }, integrationID);
}

async function within<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  const late = pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(`nothing after ${ms} ms`);
  });
  return Promise.race([promise, late]);
}

/** Faster than a command for each. */
async function createKeys(
  environment: Record<string, string>,
  accountID: string,
  count: number,
): Promise<Credentials[]> {
  const options = {
    role: 'tool',
    readerThreads: 1,
    readerQueue: 10,
    keys: testKeys,
    poolSize: 1,
    mayCreate: false,
  } as const;
  const shards = await openShards(shardsOf(readSettings(environment)), options);
  try {
    const { accounts } = shards.get('s1')!;
    const account = (await accounts.find(accountID))!;
    const keys: Credentials[] = [];
    for (let n = 0; n < count; n++) {
      const issued = await createIntegration(accounts, account, { name: `Key ${n}`, preset: 'Full' });
      if (isRefused(issued)) throw new Error(issued.refused);
      keys.push({ apiKey: issued.apiKey, vaultSecret: issued.vaultSecret, shardID: issued.shardID });
    }
    return keys;
  } finally {
    await closeShards(shards);
  }
}
