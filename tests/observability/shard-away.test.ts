// One shard of several whose database is away, at the start or later, refused or silent: the others are served as ever, it is refused by
// itself, and it is served as soon as it is back, without a restart.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client, databaseUrl } from '../support/app.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { createFirm } from '../support/firm.ts';
import { TEST_KEY } from '../support/keys.ts';
import { metricsOf } from '../support/metrics.ts';
import { browser, PASSWORD } from '../support/people.ts';
import { type PostgresServer, startPostgres, testDatabase } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import { runCommand, type Service, startService } from '../support/service.ts';
import { startSilencingProxy } from '../support/silencing-proxy.ts';
import { namesOf, trusting } from '../support/webhooks.ts';

const mds = join(import.meta.dirname, '../../bin/mds.js');
/** What others may be kept waiting at most; and how long a shard may take until it is served again. */
const PROMPT_MS = 1_000;
const BACK_MS = 10_000;

test('a shard that is refused at the start is answered 503 by itself, and served as soon as it is there', async (t) => {
  const postgres = await ownPostgres(t);
  const there = await twoShards(t, await postgres.createDatabase());
  await postgres.kill();
  const { service, here, away, receiver } = await there.start();
  await goesOn(here, 'While the other is away', receiver);
  await refused(away);
  await there.signIn(service);
  await refused(client(service.url, { ...away.credentials, apiKey: 'key_unknown' }), 'a key that nobody knows');
  assert.equal((await client(service.url, { ...away.credentials, shardID: 's3' }).get('/api/Me')).status, 401);
  assert.deepEqual(await readiness(service), { any: 200, s1: 200, s2: 503, s3: 404 });
  const { value } = await metricsOf(service.url);
  const unavailable = (shard: string) => value(`mds_http_refusals_total{code="unavailable",shard="${shard}"}`);
  assert.deepEqual([unavailable('s1'), unavailable('s2')], [0, 2]);
  assert.equal(
    value('mds_http_requests_total{operation="listTasks",method="GET",status="503",shard="s2"}'),
    2,
    'those that nobody could be found for',
  );
  assert.equal(value('mds_webhook_attempts_total{class="success",shard="s1"}'), 1);
  assert.equal(value('mds_webhook_attempts_total{class="success",shard="s2"}'), 0);
  const console = await fetch(`${service.url}/console/api/Setup`);
  assert.deepEqual([console.status, await console.json()], [200, { needed: false }]);
  assert.match(service.output(), /the database of shard s2 is away/);

  await postgres.restart();
  await eventually(async () => (await away.get('/api/Me')).status === 200);
  assert.deepEqual(await readiness(service), { any: 200, s1: 200, s2: 200, s3: 404 });
  await goesOn(away, 'Back', receiver);
  await goesOn(here, 'Beside it', receiver);
  assert.equal(service.output().match(/the database of shard s2 is away/g)?.length, 1);
  assert.match(service.output(), /the database of shard s2 is back after \d+\.\d s/);
  assert.deepEqual(await service.end(), { code: 0, signal: null });
});

test('a shard that is silent at the start holds nobody up, is migrated when it answers, and does not delay the end', async (t) => {
  const proxy = await startSilencingProxy(t, await testDatabase(t));
  // What all shards share is asked of the first one.
  const there = await twoShards(t, proxy.url, 'away first');
  proxy.silence('hang');
  const { service, here, away, receiver } = await there.start();
  await goesOn(here, 'While the other is silent', receiver);
  await there.signIn(service);
  await refused(away);
  assert.deepEqual(await readiness(service), { any: 200, s1: 200, s2: 503, s3: 404 });
  proxy.reach();
  await eventually(async () => (await away.get('/api/Me')).status === 200);
  await goesOn(away, 'It answers', receiver);
  assert.deepEqual(await service.end(), { code: 0, signal: null });

  proxy.silence('hang');
  const next = await there.start();
  assert.deepEqual(await next.service.end(), { code: 0, signal: null }, 'it ends although it still tries');
});

test('a shard that dies later, killed or silent, costs the others nothing, and comes back by itself', async (t) => {
  const postgres = await ownPostgres(t);
  const proxy = await startSilencingProxy(t, await postgres.createDatabase());
  const there = await twoShards(t, proxy.url);
  const { service, here, away, receiver } = await there.start();
  const outages = [
    { goes: () => proxy.silence('hang'), comes: () => proxy.reach() },
    { goes: () => postgres.kill(), comes: () => postgres.restart() },
  ];
  for (const { goes, comes } of outages) {
    await goesOn(away, 'Before', receiver);
    await goes();
    await Promise.all([goesOn(here, 'Meanwhile', receiver), away.get('/api/Tasks?take=1')]);
    await eventually(async () => (await readiness(service)).s2 === 503);
    assert.deepEqual(await readiness(service), { any: 200, s1: 200, s2: 503, s3: 404 });
    await refused(away);
    await goesOn(here, 'And on', receiver);
    await metricsOf(service.url);
    await comes();
    await eventually(async () => (await away.post('/api/Tasks', { Name: 'Back' })).status === 201);
    await eventually(async () => (await readiness(service)).s2 === 200);
    await goesOn(away, 'After', receiver);
  }
  assert.deepEqual(await service.end(), { code: 0, signal: null });
});

test('while a shard is away that may hold accounts, nobody is asked to set the service up; a demo is made on none', async (t) => {
  const proxy = await startSilencingProxy(t, await testDatabase(t));
  const folder = emptyFolder(t);
  const MDS_SHARDS = `s2=${proxy.url},s1=sqlite:${join(folder, 's1.db')}`;
  proxy.silence('hang');
  const service = await startService({ MDS_SHARDS, MDS_BOOTSTRAP: 'demo' }, folder);
  t.after(() => service.end('SIGKILL'));
  assert.match(service.output(), /the demo accounts are not made/);
  assert.doesNotMatch(service.output(), /link#/);
  assert.equal((await fetch(`${service.url}/console/api/Setup`)).status, 503);
  proxy.reach();
  await eventually(async () => service.output().includes('/console/link#'));
  const asked = await fetch(`${service.url}/console/api/Setup`);
  assert.deepEqual([asked.status, await asked.json()], [200, { needed: true }]);
  assert.deepEqual(await service.end(), { code: 0, signal: null });
});

test('what has to be mended in one of several shards ends the start at once, in a line that names it', async (t) => {
  const url = await testDatabase(t);
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
  const missing = Object.assign(new URL(url), { pathname: '/no_such_database' }).href;
  for (const [given, said] of [
    [wrong, /^Shard s2: PostgreSQL cannot be reached: password authentication failed for user "postgres"\n$/],
    [missing, /^Shard s2: PostgreSQL cannot be reached: database "no_such_database" does not exist\n$/],
  ] as const) {
    const MDS_SHARDS = `s1=${await databaseUrl(t, 'sqlite')},s2=${given}`;
    const began = performance.now();
    const { code, errors } = await serve(t, { MDS_SHARDS });
    assert.match(errors, said);
    assert.equal(code, 1);
    assert.ok(performance.now() - began < 10_000, `${performance.now() - began} ms`);
  }
});

interface TwoShards {
  /** The admin of both accounts, who has a password in the one that is there: comes in with it, and is told nothing of another. */
  signIn(service: Service): Promise<void>;
  start(): Promise<{
    readonly service: Service;
    /** A key of the SQLite shard, which is always there. */
    readonly here: Client;
    /** A key of the other one. */
    readonly away: Client;
    readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  }>;
}

/** An account and a key on each: `s1` on SQLite, `s2` at the address. */
async function twoShards(t: TestContext, url: string, order?: 'away first'): Promise<TwoShards> {
  const folder = emptyFolder(t);
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const shards = { s1: `sqlite:${join(folder, 's1.db')}`, s2: url };
  const [here, away] = await Promise.all(
    Object.entries(shards).map(([name, one]) => createFirm({ MDS_SHARDS: `${name}=${one}` })),
  );
  const named = Object.entries(shards).map(([name, one]) => `${name}=${one}`);
  const environment = {
    MDS_SHARDS: (order === 'away first' ? named.toReversed() : named).join(),
    MDS_RATE_LIMIT: '0',
    MDS_SECRETS_KEY: TEST_KEY,
    ...trusting(receiver),
  };
  const whose = ['--account', here!.accountID, '--email', 'admin@example.com', '--shard', 's1'];
  const { link } = await runCommand(['people', 'reset-link', ...whose], environment, folder);
  return {
    async signIn({ url }) {
      const admin = browser(url);
      const token = link.split('#')[1];
      assert.equal((await admin.post('/Links/Use', { token, password: PASSWORD })).status, 200);
      const again = browser(url);
      const came = await again.post('/Session', { email: 'admin@example.com', password: PASSWORD });
      assert.equal(came.status, 200, came.text);
      assert.equal((await again.get(`/${here!.accountID}/Me`)).status, 200);
      const wrong = await browser(url).post('/Session', {
        email: 'admin@example.com',
        password: 'quite another one 7',
      });
      assert.equal(wrong.status, 503, 'it may be right on the other');
      assert.equal((await again.delete('/Session')).status, 204);
    },
    async start() {
      const service = await startService(environment, folder);
      t.after(() => service.end('SIGKILL'));
      const key = (firm: typeof here) => client(service.url, firm!.credentials);
      return { service, here: key(here), away: key(away), receiver };
    },
  };
}

/** A change is made in time, and its delivery arrives. */
async function goesOn(key: Client, name: string, receiver: Awaited<ReturnType<typeof startReceiver>>): Promise<void> {
  const unique = `${name} ${key.credentials.shardID} ${performance.now()}`;
  const { json: known } = await key.get('/api/Webhooks?take=1');
  if (known.length === 0) {
    const hook = { entityType: 'Tasks', action: 'Created', targetUrl: `${receiver.url}/hook` };
    assert.equal((await key.post('/api/Webhooks', hook)).status, 201);
  }
  const began = performance.now();
  const created = await key.post('/api/Tasks', { Name: unique });
  assert.equal(created.status, 201, created.text);
  const ms = performance.now() - began;
  assert.ok(ms < PROMPT_MS, `${unique} took ${ms} ms`);
  await receiver.waitFor((requests) => namesOf(requests).includes(unique), BACK_MS);
}

async function refused(key: Client, why = ''): Promise<void> {
  const began = performance.now();
  const reply = await key.get('/api/Tasks?take=1');
  const ms = performance.now() - began;
  assert.deepEqual([reply.status, reply.json.code], [503, 'unavailable'], `${why} ${reply.text}`);
  assert.match(reply.headers.get('retry-after')!, /^\d+$/);
  assert.ok(ms < PROMPT_MS, `refused after ${ms} ms`);
}

async function readiness({ url }: Service): Promise<Record<'any' | 's1' | 's2' | 's3', number>> {
  const ask = async (query: string) => {
    const began = performance.now();
    const { status } = await fetch(`${url}/readyz${query}`);
    if (query !== '?shard=s2') assert.ok(performance.now() - began < PROMPT_MS, `/readyz${query} is late`);
    return status;
  };
  const [any, s1, s2, s3] = await Promise.all(['', '?shard=s1', '?shard=s2', '?shard=s3'].map(ask));
  return { any: any!, s1: s1!, s2: s2!, s3: s3! };
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + BACK_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < until, `${holds} did not come true in time`);
    await sleep(50);
  }
}

async function ownPostgres(t: TestContext): Promise<PostgresServer> {
  const postgres = await startPostgres();
  t.after(() => postgres.stop('immediate'));
  return postgres;
}

/** Killed where it is still there after a minute; then the code is null. */
function serve(t: TestContext, environment: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  const env = { ...childEnvironment(), HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'fatal', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [mds, 'serve'], { cwd: emptyFolder(t), env, timeout: 60_000 }, (error, _, errors) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : null, errors });
    });
  });
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-shard-away-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
