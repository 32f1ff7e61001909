// `listen` hands events to a program on this machine as deliveries would look, and goes on where it ended.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { bridge } from '../src/cli/mcp.ts';
import { onEitherEngine } from './support/app.ts';
import { childEnvironment } from './support/child-environment.ts';
import { accountOfLongLog } from './support/long-log.ts';
import { startReceiver } from './support/receiver.ts';
import { startRedirecting } from './support/redirecting.ts';
import { runCommand } from './support/service.ts';
import { sharedApp } from './support/shared-app.ts';

const mds = join(import.meta.dirname, '../bin/mds.js');

test('an address that leads elsewhere is not followed with the credentials of whoever listens or bridges', async (t) => {
  const { url, followed } = await startRedirecting(t);
  const env = { ...childEnvironment(), API_KEY: 'k', VAULT_SECRET: 's', SHARD_ID: 's1' };
  for (const argv of [['listen', '--print', '--once', '--state', join(tmpdir(), 'mds-listen-nowhere.json')], ['mcp']]) {
    const written = await new Promise<string>((resolve) => {
      const child = execFile(process.execPath, [mds, ...argv, '--url', url], { env }, (_, ...output) =>
        resolve(output.join('')),
      );
      child.stdin!.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    });
    assert.match(written, /leads to http.*nothing was sent there/);
  }
  assert.deepEqual(followed, []);
});

test('a message with separators of lines in its text is one message, and a path of the address is kept', async (t) => {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    asked.push(request.url!);
    request.on('data', (body) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: String(body).length })));
  });
  t.after(() => service.close());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/mds/`;
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'a\u2028b\u2029c' } });
  const written: string[] = [];
  const to = new Writable({ write: (piece, _, done) => done(void written.push(String(piece))) });
  const key = { apiKey: 'k', vaultSecret: 's', shardID: 's1' };
  await bridge(url, key, Readable.from([message.slice(0, 30), message.slice(30), '\r\n']), to);
  assert.deepEqual(asked, ['/mds/mcp']);
  assert.equal(JSON.parse(written.join('')).id, 1);
});

onEitherEngine('a first run that tells nothing keeps its place', async (engine, t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-listen-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { apiKey, vaultSecret, shardID } = key.credentials;
  const env = { ...childEnvironment(), API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID };
  const child = spawn(process.execPath, [mds, 'listen', '--print', '--url', app.url], { cwd: folder, env });
  t.after(() => child.kill('SIGKILL'));
  const isKept = () => readdirSync(folder).some((file) => /^mds-listen\.json\.[0-9a-f]{16}$/.test(file));
  for (let n = 0; n < 500 && !isKept(); n++) await pause(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { json: task } = await key.post('/api/Tasks', { Name: 'Between two runs' });
  const again = ['listen', '--print', '--once', '--url', app.url];
  const { stdout } = await promisify(execFile)(process.execPath, [mds, ...again], { cwd: folder, env });
  assert.match(stdout, new RegExp(`Tasks ${task.ID} v1 Created`));
});

onEitherEngine(
  'events are posted as deliveries would look, and a second run goes on behind the first',
  async (engine, t) => {
    const folder = mkdtempSync(join(tmpdir(), 'mds-listen-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const app = await sharedApp(engine);
    const key = await app.key(await app.account());
    const receiver = await startReceiver();
    t.after(() => receiver.stop());
    const { apiKey, vaultSecret, shardID } = key.credentials;
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    const environment = {
      ...childEnvironment(),
      API_KEY: apiKey,
      VAULT_SECRET: vaultSecret,
      SHARD_ID: shardID,
      SIGNING_SECRET: secret,
    };
    const listen = (...argv: string[]) =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(process.execPath, [mds, 'listen', '--url', app.url, ...argv], {
          cwd: folder,
          env: environment,
        });
        const written: string[] = [];
        const read = argv.includes('--json') ? [child.stdout] : [child.stdout, child.stderr];
        for (const output of read) output.on('data', (data) => written.push(String(data)));
        child.on('exit', (code) => (code === 0 ? resolve(written.join('')) : reject(new Error(written.join('')))));
      });

    const { json: task } = await key.post('/api/Tasks', { Name: 'One' });
    const only = ['--entity-type', 'Tasks', '--once'];
    const first = await listen('--forward', `${receiver.url}/hook`, '--since', 'start', ...only);
    const [request] = await receiver.waitFor(1);
    const body = JSON.parse(String(request!.body));
    assert.deepEqual(body.data, task);
    assert.deepEqual(Object.keys(body), ['data', 'submitter', 'processedDate']);
    assert.equal(request!.headers['x-entity-type'], 'Tasks');
    assert.equal(request!.headers['x-action'], 'Created');
    assert.match(String(request!.headers['webhook-id']), /^msg_[0-9a-f]{32}$/);
    new Webhook(secret).verify(String(request!.body), request!.headers as Record<string, string>);
    const cursor = String(request!.headers['x-change']);
    assert.match(first, new RegExp(`^${cursor} Tasks ${task.ID} v1 Created -> 200 in \\d+ ms`, 'm'));

    await key.patch(`/api/Tasks/${task.ID}`, [{ op: 'replace', path: '/Name', value: 'Two' }]);
    const second = await listen('--print', ...only);
    assert.deepEqual(second.trim().split('\n').length, 1, second);
    assert.match(second, /v2 Updated$/m);
    assert.deepEqual(JSON.parse(await listen('--print', '--since', 'start', '--json', ...only)), { told: 2 });
    await pause(100);
    assert.equal(receiver.requests.length, 1, 'only shown');
    await assert.rejects(listen(), /either --forward URL or --print/);
    await assert.rejects(listen('--print', '--once', '--since', 'nonsense'), /no place in the log/);
    await assert.rejects(
      listen('--forward', 'localhost:9000/hook', '--since', 'start', ...only),
      /^Error: --forward needs an address that begins with https:\/\/ or http:\/\/, not localhost:9000\/hook\n$/,
    );
  },
);

onEitherEngine('whoever ends it need not wait for the page, and what was cut off comes again', async (engine, t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-listen-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { apiKey, vaultSecret, shardID } = key.credentials;
  const env = { API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID };
  for (const Name of ['One', 'Two', 'Three']) await key.post('/api/Tasks', { Name });
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const heard = () => receiver.requests.map(({ body }) => JSON.parse(String(body)).data.Name);
  receiver.answer(({ response }) => {
    if (receiver.requests.length !== 2) response.end();
    // And it is kept waiting.
    else child.kill('SIGTERM');
  });
  const follow = ['listen', '--url', app.url, '--entity-type', 'Tasks', '--forward', `${receiver.url}/hook`];
  const child = spawn(process.execPath, [mds, ...follow, '--since', 'start', '--json'], {
    cwd: folder,
    env: { ...childEnvironment(), ...env },
  });
  t.after(() => child.kill('SIGKILL'));
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  assert.deepEqual([code, JSON.parse(said), heard()], [0, { told: 1 }, ['One', 'Two']]);
  assert.deepEqual(await runCommand([...follow, '--once'], env, folder), { told: 2 });
  assert.deepEqual(heard(), ['One', 'Two', 'Two', 'Three']);
});

onEitherEngine('what the receiver refuses is tried again, and nothing goes past it', async (engine, t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-listen-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { apiKey, vaultSecret, shardID } = key.credentials;
  const env = { API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID };
  for (const Name of ['One', 'Two', 'Three']) await key.post('/api/Tasks', { Name });
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const heard = () => receiver.requests.splice(0).map(({ body }) => JSON.parse(String(body)).data.Name);
  const command = ['listen', '--url', app.url, '--entity-type', 'Tasks', '--forward', `${receiver.url}/hook`];
  const untilEnd = (...more: string[]) => runCommand([...command, '--once', ...more], env, folder);

  receiver.answer([200, 500]);
  await assert.rejects(
    untilEnd('--since', 'start'),
    /An event failed 4 times: .* Tasks 2 v1 Created -> 500 in \d+ ms. .*--skip-failed/,
  );
  assert.deepEqual(heard(), ['One', 'Two', 'Two', 'Two', 'Two']);
  receiver.answer(({ received, response }) => {
    response.statusCode = JSON.parse(String(received.body)).data.Name === 'Two' ? 409 : 200;
    response.end();
  });
  assert.deepEqual(await untilEnd('--skip-failed'), { told: 2 });
  assert.deepEqual(heard(), ['Two', 'Three'], 'the place was before what failed');
  receiver.answer(({ reset, response }) => {
    response.statusCode = receiver.requests.length === 2 ? 503 : 200;
    if (receiver.requests.length === 1) reset();
    else response.end();
  });
  await key.post('/api/Tasks', { Name: 'Four' });
  assert.deepEqual(await untilEnd(), { told: 1 });
  assert.deepEqual(heard(), ['Four', 'Four', 'Four']);
});

onEitherEngine('what is wanted is told to its end, however much lies before it that is not', async (engine, t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-listen-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const app = await sharedApp(engine);
  const { apiKey, vaultSecret, shardID } = (await app.key(await accountOfLongLog(app))).credentials;
  const { told } = await runCommand(
    ['listen', '--print', '--once', '--since', 'start', '--entity-type', 'Tasks', '--url', app.url],
    { API_KEY: apiKey, VAULT_SECRET: vaultSecret, SHARD_ID: shardID },
    folder,
  );
  assert.equal(told, 1);
});
