// Nothing a client sends to make a difference is ever silently ignored.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Json } from '../src/lib/json.ts';
import { type Client, onBothEngines, onEitherEngine, type Reply, startApp } from './support/app.ts';

const rename = (value: string): Json => [{ op: 'replace', path: '/Name', value }];

async function start(t: Parameters<typeof startApp>[0], engine: Parameters<typeof startApp>[1]) {
  const app = await startApp(t, engine, { MDS_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const key = await app.key(await app.account());
  const task = await key.post('/api/Tasks', { Name: 'One' });
  const hook = await key.post('/api/Webhooks', subscription);
  assert.deepEqual([task.status, hook.status], [201, 201]);
  return { key, url: app.url, task: `/api/Tasks/${task.json.ID}`, hook: `/api/Webhooks/${hook.json.id}` };
}

const subscription = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://127.0.0.1:9/hook' };

function refused(reply: Reply, status: number, code: string, place?: Record<string, string>): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.json.code, code);
  if (place) assert.partialDeepStrictEqual(reply.json.errors[0], place);
}

onEitherEngine('a parameter where none is taken is refused by its name', async (engine, t) => {
  const { key, task, hook } = await start(t, engine);
  const addresses: [string, string, Json?][] = [
    ['GET', '/api/Me'],
    ['GET', '/api/Catalogue'],
    ['POST', '/api/Names', { Tasks: [1] }],
    ['GET', '/api/Webhooks/Events'],
    ['GET', '/api/Webhooks/Notices'],
    ['POST', '/api/Webhooks/Rehearse', { entityType: 'Tasks', action: 'Created' }],
    ['GET', task],
    ['GET', `${task}/Moves`],
    ['POST', '/api/Tasks/DryRun', { create: { Name: 'x' } }],
    ['PATCH', task, rename('Two')],
    ['POST', '/api/Tasks', { Name: 'x' }],
    ['POST', '/api/Webhooks', subscription],
    ['GET', hook],
    ['PATCH', hook, [{ op: 'replace', path: '/name', value: 'x' }]],
    ['POST', `${hook}/Test`],
    ['POST', `${hook}/Why`, { recordID: 1 }],
    ['POST', `${hook}/Reactivate`],
    ['DELETE', hook],
    ['DELETE', task],
  ];
  for (const [method, path, body] of addresses) {
    const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const headers = body === undefined ? {} : { 'content-type': type };
    const options = body === undefined ? {} : { body: JSON.stringify(body), headers };
    refused(await key.send(method, `${path}?tak%65=1&x`, options), 400, 'invalid_query', { parameter: 'take' });
    assert.ok((await key.send(method, `${path}?`, options)).status < 300, `${method} ${path} with an empty query`);
  }
});

onEitherEngine('a condition that is not looked at is refused by its name', async (engine, t) => {
  const { key, task, hook } = await start(t, engine);
  const date = 'Sat, 31 Jan 2026 09:30:00 GMT';
  const cases: [string, string, string, string][] = [
    ['GET', hook, 'If-Match', '"7"'],
    ['GET', '/api/Tasks', 'If-None-Match', '"7"'],
    ['PATCH', hook, 'If-Match', '"7"'],
    ['DELETE', hook, 'If-Match', '"7"'],
    ['POST', `${hook}/Test`, 'Idempotency-Key', 'x'],
    ['GET', '/api/Me', 'Idempotency-Key', 'x'],
    ['GET', '/api/Catalogue', 'If-Match', '"7"'],
    ['POST', '/api/Names', 'Idempotency-Key', 'x'],
    ['GET', `${task}/Moves`, 'If-None-Match', '"7"'],
    ['POST', '/api/Tasks/DryRun', 'If-Match', '"7"'],
    ['DELETE', task, 'Idempotency-Key', 'x'],
    ['PATCH', task, 'If-Unmodified-Since', date],
    ['POST', '/api/Tasks', 'If-None-Match', '*'],
  ];
  for (const [method, path, header, value] of cases) {
    const reply = await key.send(method, path, { headers: { [header]: value } });
    refused(reply, 400, 'invalid_header', { header });
  }
  assert.equal((await key.get(task)).json.Deleted, false);
});

onEitherEngine('a body that nobody reads is refused', async (engine, t) => {
  const { key, task, hook } = await start(t, engine);
  await key.send('POST', `${hook}/Test`);
  const [{ id }] = (await key.get(`${hook}/Deliveries`)).json;
  const bodies = ['{"state":"failed","dryRun":true}', '{bad', '[1]', 'false', '{"foo":1}'];
  const addresses: [string, string][] = [
    ['POST', `${hook}/Deliveries/Resend`],
    ['POST', `${hook}/Deliveries/${id}/Resend`],
    ['POST', `${hook}/Reactivate`],
    ['POST', `${hook}/Test`],
    ['POST', `${hook}/Recoveries/1/Pause`],
    ['DELETE', hook],
    ['DELETE', task],
    ['DELETE', '/api/Proposals/1'],
  ];
  const json = { 'content-type': 'application/json' };
  for (const [method, path] of addresses) {
    for (const body of bodies) {
      refused(await key.send(method, path, { body, headers: json }), 400, 'invalid_body', { pointer: '' });
    }
  }
  assert.match((await key.send('POST', `${hook}/Deliveries/Resend`, { body: 'x' })).json.detail, /No body.*query/);
  assert.equal((await key.get(task)).json.Deleted, false);
  assert.equal((await key.get(`${hook}/Recoveries`)).json.length, 0);
  assert.equal((await key.get(`${hook}/Deliveries`)).json.length, 1);

  for (const body of ['', '{}', ' { }\n', '[]', 'null']) {
    assert.equal((await key.send('POST', `${hook}/Test`, { body, headers: json })).status, 201, body);
  }
  assert.equal((await key.send('DELETE', task, { body: '{}', headers: json })).status, 204);
});

onEitherEngine('a body of a GET is refused as well, and one that says nothing is no matter', async (engine, t) => {
  const { key, url, task, hook } = await start(t, engine);
  const json = { 'content-type': 'application/json' };
  for (const path of ['/api/Me', '/api/Tasks', task, `${task}/Moves`, hook, `${hook}/Deliveries`, '/api/Changes']) {
    for (const [method, along] of [
      ['GET', { 'content-length': '17' }],
      ['GET', { 'transfer-encoding': 'chunked' }],
      ['HEAD', { 'content-length': '17' }],
    ] as const) {
      const reply = await asked(url, key, method, path, { ...json, ...along }, '{"Status":"Open"}');
      assert.equal(reply.status, 400, `${method} ${path} ${JSON.stringify(along)}: ${reply.text}`);
      if (method === 'GET') assert.equal(JSON.parse(reply.text).code, 'invalid_body');
    }
  }
  const told = await asked(url, key, 'GET', '/api/Tasks', { 'content-length': '1' }, 'x');
  assert.match(told.text, /No body.*query/);
  const tooLarge = await asked(url, key, 'GET', '/api/Me', { 'content-length': '1048577' }, 'x'.repeat(1_048_577));
  assert.equal(tooLarge.status, 413);
  for (const [along, body] of [
    [{ 'content-length': '0' }, ''],
    [{ ...json, 'content-length': '0' }, ''],
    [{ 'content-type': 'nonsense' }, ''],
    [{ ...json, 'content-length': '2' }, '{}'],
    [{ 'transfer-encoding': 'chunked' }, ''],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await asked(url, key, method, '/api/Tasks', along, body);
      assert.equal(reply.status, 200, `${method} ${JSON.stringify(along)}: ${reply.text}`);
    }
  }
});

/** By a client that sends a body with whatever method it is told to. */
async function asked(
  url: string,
  { credentials }: Client,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ status: number; text: string }> {
  const sent = request(url + path, {
    method,
    agent: false,
    headers: { ...credentials, ...headers },
  });
  sent.on('error', () => {});
  sent.end(body);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode!, text: await text(reply) };
}

onBothEngines('conditions hold for reading and for changing alike', async (engine, t) => {
  const { key, task } = await start(t, engine);
  assert.equal((await key.get(task, { 'if-match': '"1"' })).status, 200);
  refused(await key.get(task, { 'if-match': '"2"' }), 412, 'precondition_failed');
  assert.equal((await key.get(task, { 'if-none-match': '"1"' })).status, 304);
  refused(await key.patch(task, rename('Two'), { 'if-none-match': '*' }), 412, 'precondition_failed');
  refused(await key.patch(task, rename('Two'), { 'if-none-match': '"1"' }), 412, 'precondition_failed');
  refused(await key.delete(task, { 'if-none-match': '*' }), 412, 'precondition_failed');
  assert.equal((await key.patch(task, rename('Two'), { 'if-none-match': '"7"' })).status, 200);
});

onBothEngines('a repeated subscription makes one, and says that it was a repeat', async (engine, t) => {
  const { key } = await start(t, engine);
  const subscribe = (more: object = {}) =>
    key.post('/api/Webhooks', { ...subscription, ...more }, { 'idempotency-key': 'once' });
  const [first, second, third] = await Promise.all([subscribe(), subscribe(), subscribe()]);
  for (const reply of [first, second, third]) assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(new Set([first.text, second.text, third.text]).size, 1);
  const replayed = [first, second, third].filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  assert.equal(replayed.length, 2);
  assert.equal((await key.get('/api/Webhooks?take=1000')).json.length, 2, 'the one there was and the new one');
  refused(await subscribe({ name: 'other' }), 422, 'idempotency_key_reused');
  const again = await key.delete(first.headers.get('location')!);
  assert.equal(again.status, 204);
  assert.equal((await subscribe()).text, first.text, 'the first answer, also when it is gone');
});

onBothEngines('a repeated patch is made once, also where it changed nothing', async (engine, t) => {
  const { key, task } = await start(t, engine);
  const patch = (name: string, once: string) => key.patch(task, rename(name), { 'idempotency-key': once });
  const first = await patch('Two', 'a');
  assert.deepEqual([first.status, first.headers.get('idempotency-replayed')], [200, null]);
  await key.patch(task, rename('Three'));
  const second = await patch('Two', 'a');
  assert.deepEqual([second.text, second.headers.get('idempotency-replayed')], [first.text, 'true']);
  assert.equal((await key.get(task)).json.Name, 'Three');
  refused(await patch('Four', 'a'), 422, 'idempotency_key_reused');

  const idle = await patch('Three', 'b');
  await key.patch(task, rename('Five'));
  assert.equal((await patch('Three', 'b')).text, idle.text);
  assert.equal((await key.get(task)).json.Name, 'Five');
});

onBothEngines('a repeated creation says that it was a repeat', async (engine, t) => {
  const { key } = await start(t, engine);
  const create = () => key.post('/api/Tasks', { Name: 'Once' }, { 'idempotency-key': 'c' });
  assert.equal((await create()).headers.get('idempotency-replayed'), null);
  assert.equal((await create()).headers.get('idempotency-replayed'), 'true');
});

onEitherEngine('what cannot be read as it was sent is refused with what to send instead', async (engine, t) => {
  const { key, task, hook } = await start(t, engine);
  const packed = {
    body: gzipSync('{"Name":"x"}'),
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
  };
  const reply = await key.send('POST', '/api/Tasks', packed);
  refused(reply, 415, 'unsupported_media_type');
  assert.equal(reply.headers.get('accept-encoding'), 'identity');
  for (const type of ['', 'text/plain', 'application/json']) {
    const patched = await key.send('PATCH', task, { body: '[]', headers: { 'content-type': type } });
    refused(patched, 415, 'unsupported_media_type');
    assert.equal(patched.headers.get('accept-patch'), 'application/json-patch+json', type);
  }
  await paths(key, hook);
});

async function paths(key: Client, hook: string): Promise<void> {
  refused(await key.get(`/api/Tasks/${'9'.repeat(600)}`), 404, 'not_found');
  refused(await key.get(`/api/Webhooks/${'9'.repeat(600)}/Deliveries`), 404, 'not_found');
  const events = await key.post('/api/Webhooks/Events', {});
  refused(events, 405, 'method_not_allowed');
  assert.equal(events.headers.get('allow'), 'GET, HEAD');
  assert.equal((await key.post(hook, {})).headers.get('allow'), 'GET, HEAD, PATCH, DELETE');
  const words: [string, string, string][] = [
    ['GET', '/api/Tasks/DryRun', 'POST'],
    ['PATCH', '/api/tasks/dryrun', 'POST'],
    ['DELETE', '/api/Tasks/DryRun', 'POST'],
    ['GET', '/api/Webhooks/Rehearse', 'POST'],
    ['DELETE', '/api/Webhooks/Events', 'GET, HEAD'],
    ['GET', `${hook}/Deliveries/Resend`, 'POST'],
  ];
  for (const [method, path, allow] of words) {
    const reply = await key.send(method, path);
    refused(reply, 405, 'method_not_allowed');
    assert.equal(reply.headers.get('allow'), allow, path);
    assert.ok(reply.json.detail.endsWith(`; ${allow} ${allow.includes(',') ? 'are' : 'is'}.`), reply.json.detail);
  }
  assert.equal((await key.send('HEAD', '/api/Tasks/DryRun')).status, 405);
}
