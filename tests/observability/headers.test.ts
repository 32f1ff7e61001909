import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, onBothEngines } from '../support/app.ts';
import { rawConnection } from '../support/raw-connection.ts';
import { sharedApp } from '../support/shared-app.ts';

onBothEngines('every answer tells browsers to guess, frame, refer and share nothing', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  await key.post('/api/Tasks', { Name: 'Task' });
  const nobody = client(app.url, { apiKey: 'x', vaultSecret: 'x', shardID: 's1' });
  const answers = [
    await key.get('/api/Tasks'),
    await key.get('/api/Tasks/1'),
    await key.get('/api/Tasks/1', { 'if-none-match': '*' }),
    await key.get('/api/Tasks/2'),
    await key.delete('/api/Tasks/1'),
    await key.get('/api/Tasks?Nme=x'),
    await key.get('/nothing'),
    await key.get('/api/%zz'),
    await key.send('OPTIONS', '/api/Tasks', { headers: { origin: 'https://elsewhere.example' } }),
    await nobody.get('/api/Me'),
    await nobody.get('/healthz'),
    await nobody.get('/readyz'),
    await nobody.get('/metrics'),
    await nobody.get('/openapi.json'),
    await nobody.get('/docs'),
  ];
  const statuses = [200, 200, 304, 404, 204, 400, 404, 404, 405, 401, 200, 200, 200, 200, 200];
  assert.deepEqual(
    answers.map(({ status }) => status),
    statuses,
  );
  for (const { headers } of answers) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    assert.ok(headers.get('x-request-id'));
    assert.equal(headers.get('strict-transport-security'), null, 'only where TLS is spoken');
    for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control-/);
  }
});

test('records may be kept by their reader alone, refusals by nobody', async () => {
  const app = await sharedApp('sqlite');
  const key = await app.key(await app.account());
  await key.post('/api/Tasks', { Name: 'Task' });
  for (const path of ['/api/Tasks', '/api/Tasks/1']) {
    const { headers } = await key.get(path);
    assert.equal(headers.get('cache-control'), 'private, no-cache', path);
    // Two keys of two accounts ask for the same path, and their records may have the same version.
    assert.match(headers.get('vary') ?? '', /apikey, shardid/i, path);
  }
  for (const path of ['/api/Tasks/2', '/api/Tasks?take=x', '/nothing', '/healthz', '/metrics']) {
    assert.equal((await key.get(path)).headers.get('cache-control'), 'no-store', path);
  }
});

test('answers on the bare connection carry the same headers', async () => {
  const app = await sharedApp('sqlite');
  const broken = await rawConnection(app.url);
  broken.write('GET /healthz HTTP/1.1\r\nno header\r\n\r\n');
  const answer = await broken.ended(5_000);
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(answer, /^x-content-type-options: nosniff/im);
  assert.match(answer, /^cache-control: no-store/im);
});
