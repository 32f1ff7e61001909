import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { fieldsOf, recordType } from '../src/catalogue/index.ts';
import { type Client, onBothEngines, onEitherEngine } from './support/app.ts';
import { createOneOfEach, typesInOrder } from './support/minimal-records.ts';
import { sharedApp } from './support/shared-app.ts';

onBothEngines('every type can be created, read, listed, patched, deleted and restored', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const ids = await createOneOfEach(key, 'whole');
  for (const type of typesInOrder) {
    const path = `/api/${type}/${ids[type]}`;
    const read = await key.get(path);
    assert.equal(read.status, 200);
    assert.deepEqual(
      Object.keys(read.json),
      Object.keys(fieldsOf(recordType(type))),
      `${type} shows its fields in order`,
    );
    assert.equal(read.headers.get('etag'), '"1"');

    const patched = await key.patch(path, [{ op: 'add', path: '/CustomFields/note', value: 'seen' }]);
    assert.equal(patched.status, 200, patched.text);
    assert.equal(patched.headers.get('etag'), '"2"');
    assert.deepEqual(patched.json.CustomFields, { note: 'seen' });
    assert.deepEqual(
      { ...patched.json, CustomFields: {}, UpdatedOn: 0 },
      { ...read.json, UpdatedOn: 0 },
      'only named fields change',
    );

    const removed = await key.delete(path);
    assert.equal(removed.status, 204);
    assert.equal((await key.delete(path)).status, 204, 'a second delete is no fault');
    assert.equal((await key.get(path)).json.Deleted, true);
    assert.equal((await key.get(path)).headers.get('etag'), '"3"', 'and makes no new version');
    assert.ok(!(await key.get(`/api/${type}?take=1000`)).json.some(({ ID }: { ID: number }) => ID === ids[type]));
    assert.ok(
      (await key.get(`/api/${type}?take=1000&Deleted=true`)).json.some(({ ID }: { ID: number }) => ID === ids[type]),
    );
    const restored = await key.patch(path, [{ op: 'replace', path: '/Deleted', value: false }]);
    assert.equal(restored.status, 200, `${type}: ${restored.text}`);
    assert.equal(restored.json.Deleted, false);
  }
});

onBothEngines('preconditions and idempotency keys make retries safe', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const made = await key.post('/api/Tasks', { Name: 'One' }, { 'idempotency-key': 'abc' });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('location'), `/api/Tasks/${made.json.ID}`);
  const path = `/api/Tasks/${made.json.ID}`;

  const rename = (name: string, ifMatch: string) =>
    key.patch(path, [{ op: 'replace', path: '/Name', value: name }], { 'if-match': ifMatch });
  assert.equal((await rename('Two', '"1"')).status, 200);
  const late = await rename('Three', '"1"');
  assert.equal(late.status, 412);
  assert.equal(late.json.code, 'precondition_failed');
  assert.equal((await rename('Three', 'W/"1"')).status, 412);
  assert.equal((await rename('Three', 'W/"7", W/"2"')).status, 200, 'a proxy that compresses weakens the tag');
  assert.equal((await rename('Four', '*')).status, 200);
  assert.equal((await rename('Four', 'nonsense')).status, 400);
  assert.equal((await key.delete(path, { 'if-match': '"1"' })).status, 412);
  assert.equal((await key.get(path, { 'if-none-match': '"4"' })).status, 304);
  assert.equal((await key.get(path, { 'if-none-match': '"3"' })).status, 200);

  const again = await key.post('/api/Tasks', { Name: 'One' }, { 'idempotency-key': 'abc' });
  assert.equal(again.status, 201);
  assert.equal(again.text, made.text, 'the first answer, though the record has changed since');
  assert.equal(again.headers.get('etag'), made.headers.get('etag'));
  const other = await key.post('/api/Tasks', { Name: 'Other' }, { 'idempotency-key': 'abc' });
  assert.equal(other.status, 422);
  const burst = await Promise.all(
    Array.from({ length: 10 }, () => key.post('/api/Tasks', { Name: 'Burst' }, { 'idempotency-key': 'burst' })),
  );
  assert.equal(new Set(burst.map((reply) => reply.text)).size, 1, 'ten at once make one record');
  assert.equal((await key.get('/api/Tasks?count=true&Name=Burst')).headers.get('x-total-count'), '1');
});

onBothEngines('concurrent patches of one record never lose an update', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { ID } = (await key.post('/api/Tasks', { Name: 'Counter', CustomFields: { hits: [] } })).json;
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      key.patch(`/api/Tasks/${ID}`, [{ op: 'add', path: '/CustomFields/hits/-', value: index }]),
    ),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  const task = await key.get(`/api/Tasks/${ID}`);
  assert.deepEqual(
    task.json.CustomFields.hits.sort((a: number, b: number) => a - b),
    [...Array(60).keys()],
  );
  assert.equal(task.headers.get('etag'), '"61"');
});

onBothEngines('a patch that changes nothing makes no new version and no new UpdatedOn', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const made = await key.post('/api/Tasks', { Name: 'Same' });
  const same = await key.patch(`/api/Tasks/${made.json.ID}`, [
    { op: 'test', path: '/Name', value: 'Same' },
    { op: 'replace', path: '/Name', value: 'Same' },
    { op: 'replace', path: '/CreatedOn', value: made.json.CreatedOn },
  ]);
  assert.equal(same.status, 200);
  assert.equal(same.text, made.text);
  assert.equal(same.headers.get('etag'), '"1"');
});

onBothEngines('routes, methods and media types are refused as documented', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { ID } = (await key.post('/api/Tasks', { Name: 'Here' })).json;
  const refusals: [Promise<{ status: number; headers: Headers; json: { code: string } }>, number, string][] = [
    [key.get('/api/Nothing'), 404, 'not_found'],
    [key.get('/nothing'), 404, 'not_found'],
    [key.get('/api'), 404, 'not_found'],
    [key.get('/api/Tasks/0'), 404, 'not_found'],
    [key.get('/api/Tasks/-1'), 404, 'not_found'],
    [key.get('/api/Tasks/1.5'), 404, 'not_found'],
    [key.get('/api/Tasks/abc'), 404, 'not_found'],
    [key.get('/api/Tasks/99999999999999999999'), 404, 'not_found'],
    [key.send('PUT', `/api/Tasks/${ID}`, { body: '{}' }), 405, 'method_not_allowed'],
    [key.delete('/api/Tasks'), 405, 'method_not_allowed'],
    [key.send('POST', '/healthz'), 405, 'method_not_allowed'],
    [
      key.send('POST', '/api/Tasks', {
        body: 'Name=x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      415,
      'unsupported_media_type',
    ],
    [
      key.send('PATCH', `/api/Tasks/${ID}`, { body: '[]', headers: { 'content-type': 'application/json' } }),
      415,
      'unsupported_media_type',
    ],
    [
      key.send('POST', '/api/Tasks', { body: '{', headers: { 'content-type': 'application/json' } }),
      400,
      'invalid_json',
    ],
    [
      key.send('POST', '/api/Tasks', {
        body: new Uint8Array([0x22, 0xff, 0x22]),
        headers: { 'content-type': 'application/json' },
      }),
      400,
      'invalid_json',
    ],
    [key.send('POST', '/api/Tasks', { headers: { 'content-type': 'application/json' } }), 400, 'invalid_json'],
    [
      key.send('POST', '/api/Tasks', {
        body: `"${'x'.repeat(1024 * 1024)}"`,
        headers: { 'content-type': 'application/json' },
      }),
      413,
      'body_too_large',
    ],
    [
      key.post('/api/Tasks', {
        Name: 'Big',
        Description: '€'.repeat(10_000),
        Notes: '€'.repeat(10_000),
        Result: '€'.repeat(10_000),
        CustomFields: { x: 'x'.repeat(17_000) },
      }),
      400,
      'invalid_record',
    ],
  ];
  for (const [reply, status, code] of refusals) {
    const { status: got, headers, json } = await reply;
    assert.equal(got, status, JSON.stringify(json));
    assert.equal(json.code, code, JSON.stringify(json));
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  const put = await key.send('PUT', `/api/tasks/${ID}`, { body: '{}' });
  assert.equal(put.headers.get('allow'), 'GET, HEAD, PATCH, DELETE');
  const json = await key.send('PATCH', `/api/Tasks/${ID}`, {
    body: '[]',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(json.headers.get('accept-patch'), 'application/json-patch+json');
  assert.equal((await key.get(`/api/tasks/${ID}`)).json.ID, ID, 'collections match without regard to case');
  const head = await key.send('HEAD', `/api/Tasks/${ID}`);
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('etag'), '"1"');
  assert.equal(head.text, '');
});

onEitherEngine('large pages are compressed on request, and streamed whole', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  const { json: task } = await key.post('/api/Tasks', { Name: 'Big' });
  const records = Array.from({ length: 120 }, (_, index) => ({
    ...task,
    ID: index + 2,
    Description: `${index} `.repeat(3000).slice(0, 10_000),
    Notes: 'n'.repeat(10_000),
    Result: 'r'.repeat(10_000),
    CustomFields: { filler: 'f'.repeat(15_000) },
  }));
  await app.shard.bulk(account).load('Tasks', records);
  const plain = await key.get('/api/Tasks?take=1000');
  assert.ok(plain.text.length > 5_000_000);
  assert.deepEqual(plain.json, [task, ...records]);
  for (const path of ['/api/Tasks?take=1000', '/api/Tasks?take=5']) {
    const reply = await fetch(app.url + path, { headers: { ...key.credentials, 'accept-encoding': 'gzip' } });
    assert.equal(reply.headers.get('content-encoding'), 'gzip', path);
    const unzipped = await rawBody(app.url + path, key);
    assert.deepEqual(JSON.parse(gunzipSync(unzipped).toString()), (await key.get(path)).json);
  }
  const small = await fetch(`${app.url}/api/Tasks/1`, { headers: { ...key.credentials, 'accept-encoding': 'gzip' } });
  assert.equal(small.headers.get('content-encoding'), null);
});

onEitherEngine('asking for UpdatedOn from 10 s before the last poll finds every change', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const latest = new Map<number, number>();
  let stop = false;
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const { ID } = (await key.post('/api/Tasks', { Name: `Writer ${writer}` })).json;
    for (let step = 1; !stop; step++) {
      const reply = await key.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Position', value: step }]);
      assert.equal(reply.status, 200);
      latest.set(ID, step);
    }
  });
  const seen = new Map<number, number>();
  let lastPoll = new Date(Date.now() - 60_000);
  const until = Date.now() + 2000;
  while (Date.now() < until) {
    const since = new Date(lastPoll.getTime() - 10_000).toISOString();
    lastPoll = new Date();
    const reply = await key.get(`/api/Tasks?extFilter=true&UpdatedOn=${since} ge&orderby=UpdatedOn&take=1000`);
    for (const { ID, Position } of reply.json) seen.set(ID, Math.max(Position, seen.get(ID) ?? 0));
  }
  stop = true;
  await Promise.all(writers);
  const since = new Date(lastPoll.getTime() - 10_000).toISOString();
  const reply = await key.get(`/api/Tasks?extFilter=true&UpdatedOn=${since} ge&take=1000`);
  for (const { ID, Position } of reply.json) seen.set(ID, Position);
  assert.deepEqual(new Map([...seen].sort()), new Map([...latest].sort()));
});

async function rawBody(url: string, key: Client): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { headers: { ...key.credentials, 'accept-encoding': 'gzip' } };
    const asked = request(url, options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces)));
    });
    asked.on('error', reject);
    asked.end();
  });
}
