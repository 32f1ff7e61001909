import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, onEitherEngine } from '../support/app.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { inDatabase } from '../support/in-database.ts';
import { TEST_KEY } from '../support/keys.ts';
import { createPlace } from '../support/place.ts';
import { rawConnection, requestHead } from '../support/raw-connection.ts';
import { startReceiver } from '../support/receiver.ts';
import { freePort, type Service, startService } from '../support/service.ts';

const longEnough = { timeout: 120_000 };
const CLIENT_SECRET = 'the-secret-of-the-client-at-the-provider';
const CODE = 'a-code-that-came-back-from-the-provider';

// biome-ignore lint/suspicious/noExplicitAny: a line has whatever its event has; the tests assert what they find.
type Line = any;

onEitherEngine('secrets never reach any output, whatever goes wrong', async (engine, t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const token = 'metrics-token-0123456789';
  const place = await createPlace(t, engine, {
    LOG_LEVEL: 'trace',
    MDS_METRICS_TOKEN: token,
    MDS_OIDC_ISSUER: 'http://localhost:9/',
    MDS_OIDC_CLIENT_ID: 'mds',
    MDS_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    MDS_WEBHOOK_ALLOW: '127.0.0.0/8',
    MDS_WEBHOOK_RETRY_MS: '20',
    MDS_REQUEST_TIMEOUT_MS: '500',
  });
  const ca = join(place.folder, 'ca.pem');
  writeFileSync(ca, receiver.ca);
  const environment: Record<string, string> = { ...place.environment, MDS_WEBHOOK_CA_FILE: ca };
  const service = await startService(environment, place.folder);
  t.after(() => service.end('SIGKILL'));
  const key = client(service.url, place.credentials);
  const { apiKey, vaultSecret, shardID } = place.credentials;
  const wrong = `${vaultSecret.slice(0, -1)}${vaultSecret.endsWith('A') ? 'B' : 'A'}`;
  const header = 'shared-secret-of-a-subscriber';

  // Every kind of answer.
  const task = await key.post('/api/Tasks', { Name: 'Task' });
  assert.equal(task.status, 201);
  const one = `/api/Tasks/${task.json.ID}`;
  const statuses = [
    await key.get(one),
    await key.get(one, { 'if-none-match': task.headers.get('etag')! }),
    await key.get(`/api/Tasks?Nme=${vaultSecret}`),
    await key.post('/api/Tasks', { Name: 7 }),
    await key.send('POST', '/api/Tasks', {
      body: `{"Name": "${vaultSecret}`,
      headers: { 'content-type': 'application/json' },
    }),
    await key.send('POST', '/api/Tasks', { body: 'x', headers: { 'content-type': 'text/plain' } }),
    await key.send('POST', '/api/Tasks', { body: 'x'.repeat(2_000_000) }),
    await key.patch(one, [{ op: 'test', path: '/Name', value: header }]),
    await key.patch(one, [{ op: 'replace', path: '/Name', value: 'B' }], { 'if-match': '"77"' }),
    await key.delete('/api/Tasks/99'),
    await key.send('PUT', one, { body: vaultSecret }),
    await client(service.url, { apiKey, vaultSecret: wrong, shardID }).get('/api/Me'),
    await client(service.url, { apiKey: vaultSecret, vaultSecret, shardID: vaultSecret }).get('/api/Me'),
    await key.get('/metrics', { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }),
    await key.get('/metrics', { authorization: `Bearer ${token}x`, 'x-forwarded-for': '192.0.2.1' }),
    // A provider that is away, and a way back that nobody began.
    await key.get('/console/api/SingleSignOn'),
    await key.get(`/console/api/SingleSignOn/Callback?code=${CODE}&state=${CODE}`, {
      cookie: `mds-ceremony=${CODE}`,
    }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [200, 304, 400, 400, 400, 415, 413, 409, 412, 404, 405, 401, 401, 200, 401, 302, 302]);
  // Requests that are broken: too large a head, no HTTP, a body that never comes, a client that leaves.
  const huge = await rawConnection(service.url);
  huge.write(requestHead('GET /api/Me', place.credentials, { 'x-large': 'x'.repeat(20_000) }));
  assert.match(await huge.ended(5_000), /^HTTP\/1\.1 431 /);
  const broken = await rawConnection(service.url);
  broken.write(`GET /api/Me HTTP/1.1\r\nvaultSecret: ${vaultSecret}\r\nbroken header\r\n\r\n`);
  assert.match(await broken.ended(5_000), /^HTTP\/1\.1 400 /);
  const halted = await rawConnection(service.url);
  halted.write(requestHead('POST /api/Tasks', place.credentials, { 'content-length': 100 }));
  assert.match(await halted.ended(5_000), /^HTTP\/1\.1 408 /);
  const leaving = await rawConnection(service.url);
  leaving.write(requestHead('POST /api/Tasks', place.credentials, { 'content-length': 100 }));
  await sleep(100);
  leaving.socket.resetAndDestroy();
  // Deliveries that succeed, fail, and go nowhere.
  receiver.answer([500, 200]);
  const hook = { entityType: 'Tasks', action: 'Updated', headers: { 'X-Shared-Secret': header } };
  let signing = '';
  for (const targetUrl of [`${receiver.url}/hook?token=${header}`, `https://127.0.0.1:9/${header}`]) {
    const made = await key.post('/api/Webhooks', { ...hook, targetUrl });
    assert.equal(made.status, 201);
    signing = made.json.signingSecret.slice('whsec_'.length);
  }
  assert.equal((await key.post('/api/Webhooks', { ...hook, targetUrl: `http://${header}` })).status, 400);
  await key.patch(one, [{ op: 'replace', path: '/Name', value: 'C' }], { traceparent: TRACE });
  await receiver.waitFor(2);
  assert.equal(receiver.requests[0]!.headers['x-shared-secret'], header);
  const [unreached] = await linesOf(service, (line) => line.msg === 'webhook attempt' && line.error === 'connect');
  assert.equal(unreached!.traceparent, TRACE);
  await linesOf(service, (line) => line.ended === 'client left');
  // Faults that nobody expects: connections that break, tables that are gone.
  if (engine === 'postgres') await inDatabase(environment.DATABASE_URL!, BREAK_CONNECTIONS);
  await inDatabase(
    environment.DATABASE_URL!,
    engine === 'sqlite' ? 'DROP TABLE deliveries' : 'DROP TABLE deliveries CASCADE',
  );
  // 503 while the service has not noticed that its connections broke.
  const change = () => key.patch(one, [{ op: 'replace', path: '/Name', value: 'D' }]);
  let changed = await change();
  for (let n = 0; n < 50 && changed.status === 503; n++) {
    await sleep(100);
    changed = await change();
  }
  assert.equal(changed.status, 500);
  await inDatabase(environment.DATABASE_URL!, 'ALTER TABLE subscriptions RENAME COLUMN sealed_headers TO renamed');
  assert.equal((await key.post('/api/Webhooks', { ...hook, targetUrl: receiver.url })).status, 500);
  await linesOf(service, (line) => line.err !== undefined && line.requestId !== undefined);
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });

  const output = service.output();
  assert.ok(output.length > 2_000);
  const password = /:([^:@/]+)@/.exec(environment.DATABASE_URL!)?.[1];
  const secrets = {
    vaultSecret,
    wrong,
    apiKey,
    token,
    header,
    signing,
    secretsKey: TEST_KEY,
    clientSecret: CLIENT_SECRET,
    code: CODE,
    ...(password && { password }),
  };
  for (const [name, secret] of Object.entries(secrets)) {
    const lines = output.split('\n').filter((line) => line.includes(secret));
    assert.deepEqual(lines, [], `the output holds the ${name}`);
  }
});

test('every request leaves one line that says what an operator asks for', longEnough, async (t) => {
  const place = await createPlace(t, 'sqlite', { LOG_LEVEL: 'info', MDS_TRUSTED_PROXIES: '127.0.0.0/8' });
  const service = await startService(place.environment, place.folder);
  t.after(() => service.end('SIGKILL'));
  const key = client(service.url, place.credentials);
  const me = (await key.get('/api/Me')).json;

  const body = { Name: 'Grease the bearings' };
  const made = await key.post('/api/Tasks', body, {
    'x-request-id': 'erp-sync.17',
    'x-forwarded-for': '198.51.100.7, 203.0.113.9',
    traceparent: TRACE,
  });
  assert.equal(made.headers.get('x-request-id'), 'erp-sync.17');
  const [line] = await linesOf(service, ({ requestId }) => requestId === 'erp-sync.17');
  const { ms, bytesOut, time, ...rest } = line!;
  assert.deepEqual(rest, {
    level: 30,
    msg: 'request',
    requestId: 'erp-sync.17',
    traceparent: TRACE,
    client: '203.0.113.9',
    method: 'POST',
    operation: 'createTask',
    path: '/api/Tasks',
    status: 201,
    bytesIn: JSON.stringify(body).length,
    account: me.account.id,
    integration: me.integration.id,
  });
  assert.ok(ms > 0 && ms < 10_000);
  assert.ok(bytesOut > made.text.length && bytesOut < made.text.length + 2_000);
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);

  const refused = await key.get('/api/Tasks?Nme=secret-filter', {
    'x-request-id': 'not sane!',
    traceparent: 'nonsense',
  });
  const requestId = refused.headers.get('x-request-id')!;
  assert.match(requestId, /^[0-9a-f-]{36}$/);
  const [second] = await linesOf(service, (one) => one.requestId === requestId);
  assert.equal(second!.code, 'invalid_query');
  assert.equal(second!.path, '/api/Tasks', 'without its query');
  assert.equal(second!.traceparent, undefined);
  assert.doesNotMatch(service.output(), /secret-filter/);

  const left = await rawConnection(service.url);
  left.write(requestHead('POST /api/Tasks', place.credentials, { 'content-length': 100, 'x-request-id': 'left' }));
  await sleep(100);
  left.socket.resetAndDestroy();
  await once(left.socket, 'close');
  const [third] = await linesOf(service, (one) => one.requestId === 'left');
  assert.equal(third!.status, 499);
  assert.equal(third!.ended, 'client left');

  await service.end('SIGTERM');
  const counts = linesIn(service)
    .filter(({ msg }) => msg === 'request')
    .map((one) => one.requestId as string);
  assert.equal(new Set(counts).size, counts.length, 'one line each');
});

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const BREAK_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Waits until there are such lines: they are written four times a second. */
async function linesOf(service: Service, wanted: (line: Line) => boolean): Promise<Line[]> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const found = linesIn(service).filter(wanted);
    if (found.length > 0) return found;
    assert.ok(performance.now() < deadline, `no such line in:\n${service.output().slice(-5_000)}`);
    await sleep(50);
  }
}

function linesIn(service: Service): Line[] {
  const whole = service.output().split('\n').slice(0, -1);
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}

test('under --json the log goes to standard error, and the result alone to standard output', longEnough, async (t) => {
  const place = await createPlace(t, 'sqlite', {
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  });
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/mds.js'), 'serve', '--json'], {
    cwd: place.folder,
    env: { ...childEnvironment(), ...place.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (data) => (written[name] += data));
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${place.environment.PORT}`;
  while ((await fetch(`${url}/readyz`).catch(() => undefined)) === undefined) await sleep(50);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(JSON.parse(written.stdout), { stopped: true });
  assert.match(written.stderr, /^\{"level":30.*"msg":"request"\}$/m);
});

test('a service that can write no line answers all the same, and ends when it is told to', longEnough, async (t) => {
  const place = await createPlace(t, 'sqlite', {
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  });
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/mds.js'), 'serve'], {
    cwd: place.folder,
    env: { ...childEnvironment(), ...place.environment },
    stdio: ['ignore', full, full],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${place.environment.PORT}`;
  while ((await fetch(`${url}/readyz`).catch(() => undefined)) === undefined) await sleep(50);
  const key = client(url, place.credentials);
  for (let round = 0; round < 5; round++) {
    assert.equal((await key.get('/api/Tasks')).status, 200);
    // The lines of a round are written by then.
    await sleep(300);
  }
  child.kill('SIGTERM');
  assert.deepEqual(await Promise.race([ended, sleep(10_000, 'still there', { ref: false })]), [0, null]);
});
