// What one client does with its connections, requests and bytes, and what is left to others. Clients of other addresses come
// from 127.0.0.2 and on: all of 127.0.0.0/8 is this machine.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { MIN_STATIC_COMPRESS_BYTES } from '../../src/http/compression.ts';
import { onBothEngines, onEitherEngine, type Reply, startApp, type TestApp } from '../support/app.ts';
import { readMetrics, type ShownMetrics } from '../support/metrics.ts';
import { type RawConnection, rawConnection, requestHead } from '../support/raw-connection.ts';
import { sharedApp } from '../support/shared-app.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const JSON_TYPE = { 'content-type': 'application/json' };
/** The largest of what anybody may ask for, half a megabyte. */
const DOCUMENT = '/openapi.json';
/** So often on one connection that it is more than the system takes for a client that does not read. */
const TIMES = 12;
const small = { MDS_MAX_REQUEST_MIB: '16' };

onEitherEngine('static answers that nobody reads leave API and readiness alone', async (engine, t) => {
  const app = await startApp(t, engine, small);
  const key = await app.key(await app.account());
  const deaf = await leaveUnread(app, DOCUMENT, 100);
  assert.equal((await key.get('/api/Tasks')).status, 200);
  assert.equal((await key.post('/api/Tasks', { Name: 'Answered' })).status, 201);
  assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
  // Its share, and the refusals of which it does not read anything either.
  assert.ok((await metricsOf(app)).value('mds_http_request_memory_bytes') <= 12 * MIB);
  for (const one of deaf) assert.match(one.received.slice(0, 20), /^$|^HTTP\/1\.1 200 /);
  end(deaf);
});

onEitherEngine(
  'past the share of one address, static answers are refused to it and given to others',
  async (engine, t) => {
    const app = await startApp(t, engine, small);
    const key = await app.key(await app.account());
    const deaf = await leaveUnread(app, DOCUMENT, 200);
    const refused = await ask(app, DOCUMENT, '127.0.0.1');
    assertTurnedAway(refused);
    const other = await ask(app, DOCUMENT, '127.0.0.2');
    assert.equal(other.status, 200);
    assert.ok(other.body.length > 400 * KIB);
    assert.equal((await key.post('/api/Tasks', { Name: 'An account has a share of its own' })).status, 201);
    end(deaf);
  },
);

onEitherEngine('a static answer is whole, as it is and compressed, and HEAD has its length alone', async (engine) => {
  const app = await sharedApp(engine);
  for (const path of [DOCUMENT, '/docs', await scriptOf(app)]) {
    const plain = await ask(app, path, '127.0.0.1');
    assert.equal(Number(plain.headers['content-length']), plain.body.length);
    const gzip = await ask(app, path, '127.0.0.1', { 'accept-encoding': 'gzip' });
    assert.equal(Number(gzip.headers['content-length']), gzip.body.length);
    const isLarge = plain.body.length >= MIN_STATIC_COMPRESS_BYTES;
    assert.equal(gzip.headers['content-encoding'], isLarge ? 'gzip' : undefined);
    assert.ok((isLarge ? gunzipSync(gzip.body) : gzip.body).equals(plain.body));
    for (const [whole, headers] of [
      [plain, {}],
      [gzip, { 'accept-encoding': 'gzip' }],
    ] as const) {
      const head = await ask(app, path, '127.0.0.1', headers, 'HEAD');
      assert.equal(head.headers['content-length'], whole.headers['content-length']);
      assert.equal(head.headers['content-type'], whole.headers['content-type']);
      assert.equal(head.body.length, 0);
    }
  }
});

onEitherEngine('bodies that do not come hold nothing, and block nobody', async (engine, t) => {
  const app = await startApp(t, engine, small);
  const [key, other] = [await app.key(await app.account()), await app.key(await app.account('Other firm'))];
  const silent = await connected(app, 40);
  const endless = requestHead('POST /api/Tasks', key.credentials, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
  const large = requestHead('POST /api/Tasks', key.credentials, { ...JSON_TYPE, 'content-length': MIB });
  for (const [n, one] of silent.entries()) one.write(n % 2 === 0 ? endless : large);
  await underWay(app, 40);
  for (const one of [key, other]) assert.equal((await one.post('/api/Tasks', { Name: 'Written' })).status, 201);
  end(silent);
  // Nor do those of strangers, whose refusal waits for the rest of what they send, because nothing comes behind it.
  const strangers = (
    await Promise.all(['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((from) => connected(app, 12, from)))
  ).flat();
  for (const [n, one] of strangers.entries()) {
    const madeUp = { ...key.credentials, apiKey: `mds_made_up_${n}` };
    one.write(requestHead('POST /api/Tasks', madeUp, { ...JSON_TYPE, 'content-length': 9, connection: 'close' }));
  }
  await underWay(app, strangers.length);
  await until(async () => (await metricsOf(app)).value('mds_share_held{budget="requests",shard=""}') <= 1);
  assert.equal((await key.get('/api/Tasks')).status, 200);
  for (const one of strangers) one.write('{"Name":1');
  const answers = await Promise.all(strangers.map((one) => one.ended(5_000)));
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 4(01|29) /);
  end(strangers);
});

onEitherEngine(
  'bodies past the share of an account are refused, and others may still send theirs',
  async (engine, t) => {
    const app = await startApp(t, engine, small);
    const [key, other] = [await app.key(await app.account()), await app.key(await app.account('Other firm'))];
    const sending = await connected(app, 12);
    const started = `{"Name":"${'x'.repeat(MIB - 100)}`;
    const head = requestHead('POST /api/Tasks', key.credentials, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
    for (const one of sending) one.write(`${head}${started.length.toString(16)}\r\n${started}\r\n`);
    await until(async () => sending.filter(({ received }) => received !== '').length >= 4);
    const answered = sending.filter(({ received }) => received !== '');
    for (const { received } of answered) {
      assert.match(received, /^HTTP\/1\.1 503 /);
      assert.match(received, /^retry-after: \d+\r$/im);
    }
    assert.ok(sending.length - answered.length <= 8, 'of 8 MiB, half of all');
    assertTurnedAway(await key.post('/api/Tasks', { Name: 'x'.repeat(500_000) }));
    assert.equal((await other.post('/api/Tasks', { Name: 'Of another account' })).status, 201);
    const metrics = await metricsOf(app);
    assert.ok(metrics.value('mds_http_request_memory_bytes') <= 8 * MIB);
    assert.ok(metrics.value('mds_share_refused_total{budget="bytes",shard="",reason="share"}') >= 5);
    assert.ok(metrics.value('mds_http_shed_total{reason="memory"}') >= 5);
    end(sending);
    await until(async () => (await key.post('/api/Tasks', { Name: 'Room again' })).status === 201);
  },
);

onEitherEngine('a body in pieces of a byte is whole, and holds what a whole one holds', async (engine, t) => {
  const app = await startApp(t, engine, small);
  const key = await app.key(await app.account());
  const body = JSON.stringify({ Name: 'In pieces', Description: 'xyz'.repeat(3_000) });
  const sending = await rawConnection(app.url);
  sending.write(requestHead('POST /api/Tasks', key.credentials, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }));
  for (const byte of body) sending.write(`1\r\n${byte}\r\n`);
  await until(async () => (await metricsOf(app)).value('mds_http_request_memory_bytes') >= body.length);
  assert.ok((await metricsOf(app)).value('mds_http_request_memory_bytes') <= 2 * body.length);
  sending.write('0\r\n\r\n');
  await sending.until((received) => received.startsWith('HTTP/1.1 201 '));
  assert.equal((await key.get('/api/Tasks/1')).json.Description, 'xyz'.repeat(3_000));
  end([sending]);
});

onEitherEngine('requests of one account that hang leave places to others', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_MAX_REQUESTS: '20', MDS_RATE_LIMIT: '100' });
  const [key, other] = [await app.key(await app.account()), await app.key(await app.account('Other firm'))];
  const hanging = await connected(app, 30);
  const endless = requestHead('POST /api/Tasks', key.credentials, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
  for (const one of hanging) one.write(endless);
  await until(async () => hanging.filter(({ received }) => received.startsWith('HTTP/1.1 503 ')).length === 20);
  const refused = await key.get('/api/Tasks');
  assertTurnedAway(refused);
  assert.equal(refused.headers.get('ratelimit'), null, 'what is refused for a share does not count');
  for (let n = 0; n < 5; n++) assert.equal((await other.get('/api/Tasks')).status, 200);
  const { value } = await metricsOf(app);
  assert.equal(value('mds_share_held{budget="requests",shard=""}'), 10);
  assert.equal(value('mds_http_shed_total{reason="requests"}'), 21);
  end(hanging);
});

onEitherEngine(
  'requests of one address that hang leave places to others, and to whoever has a key',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_MAX_REQUESTS: '20' });
    const key = await app.key(await app.account());
    assert.equal((await key.get('/api/Tasks')).status, 200);
    const deaf = await leaveUnread(app, DOCUMENT, 30);
    await isTurnedAway(app, deaf);
    assert.equal((await ask(app, '/docs', '127.0.0.2')).status, 200);
    assert.equal((await key.get('/api/Tasks')).status, 200, 'from the same address, but with a share of its own');
    end(deaf);
  },
);

onEitherEngine('health, readiness and metrics are answered whatever else is refused', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_MAX_REQUESTS: '1', MDS_CLIENT_SHARE: '100' });
  const key = await app.key(await app.account());
  const [hanging] = await connected(app, 1);
  hanging!.write(requestHead('POST /api/Tasks', key.credentials, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }));
  await underWay(app, 1);
  assertTurnedAway(await key.get('/api/Tasks'));
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await fetch(app.url + path)).status, 200, path);
  end([hanging!]);
});

onEitherEngine('shares are of the clients behind a trusted proxy, not of the proxy', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_MAX_REQUESTS: '20', MDS_TRUSTED_PROXIES: '127.0.0.1' });
  const deaf = await leaveUnread(app, DOCUMENT, 30, { 'x-forwarded-for': '192.0.2.1' });
  await isTurnedAway(app, deaf, { 'x-forwarded-for': '192.0.2.1' });
  assert.equal((await ask(app, '/docs', '127.0.0.1', { 'x-forwarded-for': '192.0.2.2' })).status, 200);
  end(deaf);
});

interface Asked {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
}

/** On a connection of its own, from that address. */
/** Asked for from elsewhere: the address that does harm has no share left, not for metrics either. */
async function metricsOf(app: TestApp): Promise<ShownMetrics> {
  const { status, body } = await ask(app, '/metrics', '127.0.0.8');
  assert.equal(status, 200, String(body));
  return readMetrics(String(body));
}

function ask(app: TestApp, path: string, from: string, headers = {}, method = 'GET'): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asking = request(app.url + path, { method, headers, localAddress: from, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({
          status: answer.statusCode!,
          headers: answer.headers as Asked['headers'],
          body: Buffer.concat(pieces),
        });
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

async function scriptOf(app: TestApp): Promise<string> {
  const page = await (await fetch(`${app.url}/docs`)).text();
  return /src="([^"]+)"/.exec(page)![1]!;
}

/** Clients of 127.0.0.1 that ask and read nothing of the answer; resolves when each of them is under way or refused. */
async function leaveUnread(app: TestApp, path: string, clients: number, headers = {}): Promise<RawConnection[]> {
  await ask(app, path, '127.0.0.9');
  const before = (await metricsOf(app)).value('mds_http_shed_total{reason="requests"}');
  const deaf = await connected(app, clients);
  for (const one of deaf) one.socket.pause();
  // One after the other: what the system has taken of one is no longer under way when the next one asks.
  for (const one of [...deaf, ...deaf]) {
    one.write(requestHead(`GET ${path}`, {}, headers).repeat(TIMES));
    await sleep(10);
  }
  await until(async () => {
    const { value } = await metricsOf(app);
    const refused = value('mds_http_shed_total{reason="requests"}') + value('mds_http_shed_total{reason="memory"}');
    return value('mds_http_requests_in_flight') - 1 + refused - before >= clients;
  });
  return deaf;
}

async function underWay(app: TestApp, requests: number): Promise<void> {
  await until(async () => (await metricsOf(app)).value('mds_http_requests_in_flight') > requests);
}

function connected(app: TestApp, count: number, from = '127.0.0.1'): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => rawConnection(app.url, from)));
}

function end(connections: readonly RawConnection[]): void {
  for (const { socket } of connections) socket.destroy();
}

/** The system may have taken answers that nobody reads: then those who do not read ask for more, until it takes no more. */
async function isTurnedAway(app: TestApp, deaf: readonly RawConnection[], headers = {}): Promise<void> {
  let asked = await ask(app, '/docs', '127.0.0.1', headers);
  await until(async () => {
    if (asked.status === 503) return true;
    for (const one of deaf) one.write(requestHead(`GET ${DOCUMENT}`, {}, headers));
    await sleep(200);
    asked = await ask(app, '/docs', '127.0.0.1', headers);
    return asked.status === 503;
  });
  assertTurnedAway(asked);
}

function assertTurnedAway(reply: Reply | Asked): void {
  assert.equal(reply.status, 503);
  const { headers } = reply;
  const retryAfter = headers instanceof Headers ? headers.get('retry-after') : headers['retry-after'];
  assert.ok(Number(retryAfter) > 0);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, 'not within 30 s');
    await sleep(20);
  }
}

onBothEngines('large bodies of one account are worked on one after the other', async (engine) => {
  const app = await sharedApp(engine);
  const greedy = await app.key(await app.account('Greedy'));
  const { ID } = (await greedy.post('/api/Tasks', { Name: 'Large' })).json;
  const operations = Array.from({ length: 9_000 }, (_, n) => ({ op: 'replace', path: '/Position', value: n }));
  const options = { body: JSON.stringify(operations), headers: { 'content-type': 'application/json-patch+json' } };
  let underWay = 12;
  const large = Array.from({ length: underWay }, async () => {
    const { status } = await greedy.send('PATCH', `/api/Tasks/${ID}`, options);
    underWay--;
    return status;
  });
  const seen = { held: 0, waiting: 0 };
  while (underWay > 0) {
    const metrics = await metricsOf(app);
    for (const kind of ['held', 'waiting'] as const) {
      const now = metrics.value(`mds_share_${kind}{budget="large_bodies",shard=""}`);
      seen[kind] = Math.max(seen[kind], now);
    }
  }
  assert.deepEqual([...new Set(await Promise.all(large))], [200]);
  assert.equal(seen.held, 1);
  assert.ok(seen.waiting > 0, 'the others wait for their turn');
});

onBothEngines('old versions, which changes are undone for, are found in the turn of the account', async (engine) => {
  const app = await sharedApp(engine);
  const client = await app.key(await app.account('Curious'));
  const { ID } = (await client.post('/api/Tasks', { Name: 'Before' })).json;
  await client.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Name', value: 'After' }]);
  const turns = async () => (await metricsOf(app)).value('mds_share_taken_total{budget="large_bodies",shard=""}');
  const before = await turns();
  assert.equal((await client.get(`/api/Tasks/${ID}`)).json.Name, 'After');
  assert.equal(await turns(), before);
  assert.equal((await client.get(`/api/Tasks/${ID}?version=1`)).json.Name, 'Before');
  assert.equal(await turns(), before + 1);
});

onBothEngines('an account begins in turn while another asks, and each piece of an export, too', async (engine, t) => {
  const app = await startApp(t, engine);
  const one = await app.key(await app.account('One'));
  const other = await app.key(await app.account('Other'));
  for (let n = 0; n < 40; n++) await one.post('/api/Tasks', { Name: `Long ${n}`, Notes: 'n'.repeat(10_000) });
  const beginnings = async (kind: 'taken_total' | 'held') =>
    (await metricsOf(app)).value(`mds_share_${kind}{budget="beginnings",shard=""}`);
  const list = async () => assert.equal((await one.get('/api/Tasks')).status, 200);
  const ndjson = { headers: { accept: 'application/x-ndjson' } };
  const lines = async () => (await one.send('GET', '/api/Tasks', ndjson)).text.split('\n').length;
  assert.equal(await lines(), 41);
  await list();
  assert.equal(await beginnings('taken_total'), 0, 'alone');
  await other.get('/api/Tasks');
  const before = await beginnings('taken_total');
  await Promise.all([list(), list(), list()]);
  assert.ok((await beginnings('taken_total')) >= before + 3);
  await other.get('/api/Tasks');
  const beforeIt = await beginnings('taken_total');
  assert.equal(await lines(), 41);
  assert.ok((await beginnings('taken_total')) >= beforeIt + 2, 'the request and a piece');
  while ((await beginnings('held')) > 0) await sleep(10);
});
