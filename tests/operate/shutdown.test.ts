import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client, engines } from '../support/app.ts';
import { keepAsking, statusOf } from '../support/keep-alive-client.ts';
import { makeLargeTasks } from '../support/large-tasks.ts';
import { makePlace } from '../support/place.ts';
import { rawConnection, requestHead } from '../support/raw-connection.ts';
import { startService } from '../support/service.ts';

const longEnough = { timeout: 120_000 };
const LONGEST_MS = 15_000;
const CLIENTS = 24;

for (const engine of engines) {
  test(`stopped under load, every request that was accepted is answered (${engine})`, longEnough, async (t) => {
    const { environment, folder, credentials } = await makePlace(t, engine);
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    let made = 0;
    const create = () => {
      const body = JSON.stringify({ Name: `Task ${++made}` });
      const type = { 'content-type': 'application/json', 'content-length': body.length };
      return requestHead('POST /api/Tasks', credentials, type) + body;
    };
    const list = () => requestHead('GET /api/Tasks?take=200', credentials);
    const clients = Array.from({ length: CLIENTS }, (_, n) => keepAsking(service.url, n % 3 === 0 ? list : create));
    // Under way, however slow the machine is just now.
    const patience = performance.now() + 15_000;
    do await sleep(200);
    while (made <= 6 * CLIENTS && performance.now() < patience);
    const began = performance.now();
    const end = await service.end('SIGTERM');
    assert.deepEqual(end, { code: 0, signal: null }, service.output());
    assert.ok(performance.now() - began < LONGEST_MS);

    const exchanges = (await Promise.all(clients)).flat();
    assert.ok(exchanges.length > 5 * CLIENTS, `only ${exchanges.length} requests were made`);
    assert.deepEqual(
      exchanges.filter(({ fate }) => fate === 'cut').map(({ answer }) => answer.slice(0, 200)),
      [],
      'no answer was cut in the middle',
    );
    const acknowledged = new Set<string>();
    for (const { sent, answer, fate } of exchanges) {
      if (fate !== 'answered') continue;
      const status = statusOf(answer);
      assert.ok([200, 201, 503].includes(status), answer.slice(0, 300));
      if (status === 201) acknowledged.add(nameIn(sent));
      if (status === 503) assertTurnedAway(answer);
    }
    const again = await startService(environment, folder);
    t.after(() => again.end('SIGKILL'));
    assert.deepEqual(await allNames(client(again.url, credentials)), acknowledged, 'what was made was acknowledged');
    await again.end('SIGTERM');
  });
}

test(
  'told to stop, it refuses new requests on open connections, and finishes what is under way',
  longEnough,
  async (t) => {
    const { environment, folder, credentials } = await makePlace(t, 'sqlite', { MDS_DRAIN_MS: '2500' });
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    const [uploading, open, other] = await Promise.all([1, 2, 3].map(() => rawConnection(service.url)));
    const body = JSON.stringify({ Name: 'Half before the signal, half after' });
    const length = { 'content-type': 'application/json', 'content-length': body.length };
    uploading!.write(requestHead('POST /api/Tasks', credentials, length) + body.slice(0, 10));
    open!.write(requestHead('GET /api/Me', credentials));
    await open!.until((received) => received.includes('"rateLimit"'));

    const ended = service.end('SIGTERM');
    await sleep(300);
    const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(service.url + path)));
    assert.equal(alive!.status, 200, 'it lives');
    assert.equal(ready!.status, 503, 'but wants no more requests');
    open!.write(requestHead('GET /api/Me', credentials));
    assertTurnedAway((await open!.ended(2_000)).slice(open!.received.lastIndexOf('HTTP/1.1')));
    // A refusal arrives also where a body was still being sent.
    other!.write(requestHead('POST /api/Tasks', credentials, { ...length, 'content-length': 900_000 }));
    for (let n = 0; n < 9; n++) other!.write('x'.repeat(100_000));
    assertTurnedAway(await other!.ended(2_000));

    uploading!.write(body.slice(10));
    const answer = await uploading!.ended(2_000);
    assert.equal(statusOf(answer), 201, answer);
    assert.match(answer, /^connection: close/im);
    assert.deepEqual(await ended, { code: 0, signal: null });
  },
);

test('what is refused at the end does not count against the rate limit', longEnough, async (t) => {
  const { environment, folder, credentials } = await makePlace(t, 'postgres', {
    MDS_DRAIN_MS: '2500',
    MDS_RATE_LIMIT: '5',
  });
  const [ending, staying] = [await startService(environment, folder), await startService(environment, folder)];
  t.after(() => Promise.all([ending.end('SIGKILL'), staying.end('SIGKILL')]));
  const left = async () => (await client(staying.url, credentials).get('/api/Me')).headers.get('ratelimit');
  assert.match((await left())!, /r=4;/);
  const ended = ending.end('SIGTERM');
  await sleep(300);
  for (let n = 0; n < 10; n++) {
    const refused = await client(ending.url, credentials).get('/api/Me');
    assert.deepEqual([refused.status, refused.headers.get('ratelimit')], [503, null]);
  }
  assert.match((await left())!, /r=3;/);
  assert.deepEqual(await ended, { code: 0, signal: null });
});

test('idle connections do not hold the end up', longEnough, async (t) => {
  const { environment, folder, credentials } = await makePlace(t, 'sqlite');
  const service = await startService(environment, folder);
  t.after(() => service.end('SIGKILL'));
  const idle = await rawConnection(service.url);
  idle.write(requestHead('GET /api/Me', credentials));
  await idle.until((received) => received.includes('"rateLimit"'));
  const silent = await rawConnection(service.url);
  const began = performance.now();
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  assert.ok(performance.now() - began < 4_000);
  await Promise.all([idle.ended(100), silent.ended(100)]);
});

test(
  'clients that never finish their request or never take their answer do not hold the end up',
  longEnough,
  async (t) => {
    const { environment, folder, credentials } = await makePlace(t, 'sqlite');
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    await makeLargeTasks(client(service.url, credentials), 60);
    const [head, body, deaf, slow] = await Promise.all([1, 2, 3, 4].map(() => rawConnection(service.url)));
    head!.write('GET /api/Me HTTP/1.1\r\nHost: loc');
    const length = { 'content-type': 'application/json', 'content-length': 100 };
    body!.write(`${requestHead('POST /api/Tasks', credentials, length)}{`);
    deaf!.socket.pause();
    deaf!.write(requestHead('GET /api/Tasks?take=60', credentials));
    slow!.write(requestHead('GET /api/Tasks?take=60', credentials));
    slow!.socket.pause();
    await sleep(300);
    const began = performance.now();
    const ended = service.end('SIGTERM');
    await sleep(1_000);
    slow!.socket.resume();
    const answer = await slow!.ended(5_000);
    assert.ok(answer.endsWith('\r\n0\r\n\r\n'), 'an answer under way is finished for a client that takes it');
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.ok(performance.now() - began < LONGEST_MS);
  },
);

function assertTurnedAway(answer: string): void {
  assert.equal(statusOf(answer), 503, answer.slice(0, 300));
  assert.match(answer, /^retry-after: \d+/im);
  assert.match(answer, /^connection: close/im);
  assert.match(answer, /"code":"unavailable"/);
}

function nameIn(text: string): string {
  return /"Name":"([^"]+)"/.exec(text)![1]!;
}

async function allNames(key: Client): Promise<Set<string>> {
  const names = new Set<string>();
  for (let skip = 0; ; skip += 1000) {
    const page = (await key.get(`/api/Tasks?take=1000&skip=${skip}`)).json as { Name: string }[];
    for (const { Name } of page) names.add(Name);
    if (page.length < 1000) return names;
  }
}
