// HTTP to the letter: every refusal of the protocol itself is a problem, too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_DISCARDED_BYTES } from '../../src/http/receive-body.ts';
import { client, onBothEngines, startApp } from '../support/app.ts';
import { rawConnection, requestHead } from '../support/raw-connection.ts';
import { sharedApp } from '../support/shared-app.ts';

interface Case {
  readonly name: string;
  readonly head: readonly string[];
  readonly status: number;
  readonly code: string;
  readonly header?: readonly [name: string, value: string];
  readonly detail?: RegExp;
}

const cases: readonly Case[] = [
  { name: 'no Host', head: ['GET /healthz HTTP/1.1'], status: 400, code: 'malformed_request' },
  {
    name: 'two Hosts',
    head: ['GET /healthz HTTP/1.1', 'Host: a', 'HOST: b'],
    status: 400,
    code: 'malformed_request',
  },
  {
    name: 'an expectation nobody knows',
    head: ['POST /api/Tasks HTTP/1.1', 'Host: a', 'Expect: the-unexpected', 'Content-Length: 0'],
    status: 417,
    code: 'expectation_failed',
  },
  {
    name: 'CONNECT',
    head: ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'],
    status: 405,
    code: 'method_not_allowed',
    header: ['allow', 'GET, HEAD, POST, PATCH, DELETE'],
  },
  {
    name: 'a method that does not exist',
    head: ['FOO /api/Tasks HTTP/1.1', 'Host: a'],
    status: 400,
    code: 'malformed_request',
    detail: /method/,
  },
  {
    name: 'a letter beyond ASCII in the address, as it was typed',
    head: ['GET /api/Tasks?Name=T\u00fcr HTTP/1.1', 'Host: a'],
    status: 400,
    code: 'malformed_request',
    detail: /address.*Percent-encode.*%C3%A9/,
  },
  {
    name: 'PROPFIND without credentials',
    head: ['PROPFIND /api/Tasks HTTP/1.1', 'Host: a'],
    status: 401,
    code: 'unauthorized',
  },
  {
    name: 'QUERY without credentials',
    head: ['QUERY /api/Nothing HTTP/1.1', 'Host: a'],
    status: 401,
    code: 'unauthorized',
  },
  { name: 'PROPFIND elsewhere', head: ['PROPFIND /nothing HTTP/1.1', 'Host: a'], status: 404, code: 'not_found' },
];

test('what HTTP itself forbids is refused as a problem with a request id', async () => {
  const app = await sharedApp('sqlite');
  for (const { name, head, status, code, header, detail = /./ } of cases) {
    const reply = await askRaw(app.url, [...head, 'Connection: close', '', ''].join('\r\n'));
    assert.equal(reply.status, status, `${name}: ${reply.body}`);
    assert.equal(reply.headers.get('content-type'), 'application/problem+json', name);
    assert.equal(JSON.parse(reply.body).code, code, name);
    assert.match(JSON.parse(reply.body).detail, detail, name);
    assert.ok(reply.headers.get('x-request-id'), name);
    if (header) assert.equal(reply.headers.get(header[0]), header[1], name);
  }
  const old = await askRaw(app.url, 'GET /healthz HTTP/1.0\r\n\r\n');
  assert.equal(old.status, 200, 'HTTP/1.0 needs no Host');
});

test('a target with the authority before it is the same as without', async () => {
  const app = await sharedApp('sqlite');
  const key = await app.key(await app.account());
  for (const [line, status] of [
    ['GET http://elsewhere.example/api/Me', 200],
    ['GET HTTPS://elsewhere.example:8443/api/Me', 200],
    ['PUT http://elsewhere.example/api/Me', 405],
    ['GET http://elsewhere.example/api/Tasks/7', 404],
    ['GET http://elsewhere.example/healthz?x=/api', 200],
    ['GET http://elsewhere.example', 302],
  ] as const) {
    const connection = await rawConnection(app.url);
    connection.write(requestHead(line, key.credentials, { connection: 'close', accept: 'text/html' }));
    const answer = await connection.ended(5_000);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), line);
    if (status === 405) assert.match(answer, /\r\nallow: GET, HEAD\r\n/i);
  }
});

test('a path that cannot be decoded is nobody’s, which only those are told who may ask', async (t) => {
  const app = await startApp(t, 'sqlite', { MDS_RATE_LIMIT: '300' });
  const key = await app.key(await app.account());
  const nobody = client(app.url, { apiKey: 'x', vaultSecret: 'x', shardID: 's1' });
  for (const path of ['/api/Tasks/%zz', '/api/%FF', '/api/Tasks/1%', '/api/Tasks/%zz?take=1']) {
    const reply = await key.get(path);
    assert.deepEqual([reply.status, reply.json.code], [404, 'not_found'], path);
    assert.ok(reply.headers.get('ratelimit'), 'it counts');
    assert.equal((await nobody.get(path)).status, 401, path);
  }
  assert.equal((await nobody.get('/%zz')).status, 404);
  assert.equal((await key.get('/api/Tasks%2F1')).status, 404);
});

test('who is refused while a body arrives may send it to its end, and hears why; one without end is cut off', async () => {
  const app = await sharedApp('sqlite');
  const { credentials } = await app.key(await app.account());
  const json = { 'content-type': 'application/json' };
  const piece = Buffer.alloc(2 ** 20, ' ');
  for (const [who, status] of [
    [credentials, 413],
    [{}, 401],
  ] as const) {
    const patient = await rawConnection(app.url);
    patient.write(requestHead('POST /api/Tasks', who, { ...json, 'content-length': 2 * piece.length }));
    await patient.until((received) => received.startsWith(`HTTP/1.1 ${status} `));
    for (let sent = 0; sent < 2; sent++) patient.write(piece);
    patient.write(requestHead('GET /api/Me', credentials));
    await patient.until((received) => received.includes('HTTP/1.1 200 '));
    patient.socket.destroy();

    // Whoever says that nothing comes behind it hears it, too, once all is sent.
    const closing = await rawConnection(app.url);
    const large = { ...json, 'content-length': 16 * piece.length, connection: 'close' };
    closing.write(requestHead('POST /api/Tasks', who, large));
    for (let sent = 0; sent < 16; sent++) closing.write(piece);
    assert.match(await closing.ended(5_000), new RegExp(`^HTTP/1.1 ${status} `));
    assert.equal(closing.failure, undefined);
    closing.socket.destroy();

    const endless = await rawConnection(app.url);
    endless.write(requestHead('POST /api/Tasks', who, { ...json, 'transfer-encoding': 'chunked' }));
    let sent = 0;
    for (; endless.failure === undefined && sent < 4 * MAX_DISCARDED_BYTES; sent += piece.length) {
      endless.write(`${piece.length.toString(16)}\r\n`);
      endless.write(piece);
      endless.write('\r\n');
      while (endless.failure === undefined && endless.socket.writableNeedDrain) await sleep(1);
    }
    assert.match(endless.received, new RegExp(`^HTTP/1.1 ${status} `));
    assert.ok(sent < 4 * MAX_DISCARDED_BYTES, 'it is not heard to its end');
    endless.socket.destroy();
  }
});

onBothEngines('methods that nothing is offered for are refused with those that are', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  // What QUERY asks for stands in its body, if it has one.
  const query = { body: '{}', headers: { 'content-type': 'application/json' } };
  for (const [method, asked] of [
    ['PUT', {}],
    ['PROPFIND', {}],
    ['QUERY', query],
    ['QUERY', {}],
    ['OPTIONS', {}],
  ] as const) {
    const reply = await key.send(method, '/api/Tasks/1', asked);
    assert.deepEqual([reply.status, reply.json.code], [405, 'method_not_allowed'], method);
    assert.equal(reply.headers.get('allow'), 'GET, HEAD, PATCH, DELETE', method);
    assert.equal((await key.send(method, '/api/Nothing', asked)).status, 404, method);
  }
});

onBothEngines('a compressed record has a tag of its own, and both tags name its version', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const text = 'x'.repeat(9_000);
  const made = await key.post('/api/WorkOrders', {
    Name: 'Large',
    Description: text,
    CompletionNotes: text,
    CustomFields: { more: 'y'.repeat(16_000) },
  });
  assert.equal(made.status, 201, made.text);
  const path = `/api/WorkOrders/${made.json.ID}`;
  const plain = await key.get(path, { 'accept-encoding': 'identity' });
  const packed = await key.get(path, { 'accept-encoding': 'gzip' });
  assert.deepEqual([plain.headers.get('etag'), packed.headers.get('etag')], ['"1"', '"1-gzip"']);
  for (const tag of ['"1"', '"1-gzip"']) {
    const same = await key.get(path, { 'if-none-match': tag });
    assert.deepEqual([same.status, same.headers.get('etag')], [304, tag]);
  }
  const rename = [{ op: 'replace', path: '/Name', value: 'Renamed' }];
  assert.equal((await key.patch(path, rename, { 'if-match': '"2-gzip"' })).status, 412);
  assert.equal((await key.patch(path, rename, { 'if-match': '"1-gzip"' })).status, 200);
});

async function askRaw(url: string, head: string): Promise<{ status: number; headers: Headers; body: string }> {
  const connection = await rawConnection(url);
  connection.write(head);
  const text = await connection.ended(5_000);
  connection.socket.destroy();
  const [top = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [line = '', ...fields] = top.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/).slice(0, 2) as [string, string]));
  return { status: Number(line.split(' ')[1]), headers, body };
}
