import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Credentials, client, engines } from '../support/app.ts';
import { startBalancer } from '../support/balancer.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { type Exchange, keepAsking, openLine, statusOf } from '../support/keep-alive-client.ts';
import { createLargeTasks } from '../support/large-tasks.ts';
import { createPlace } from '../support/place.ts';
import { rawConnection, requestHead } from '../support/raw-connection.ts';
import { startReceiver } from '../support/receiver.ts';
import { freePort, startService } from '../support/service.ts';
import { namesOf, trusting } from '../support/webhooks.ts';

const longEnough = { timeout: 120_000 };
const MAX_MS = 15_000;
const CLIENTS = 24;

for (const engine of engines) {
  test(`stopped under load, every request that was accepted is answered (${engine})`, longEnough, async (t) => {
    const { environment, folder, credentials } = await createPlace(t, engine);
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
    assert.ok(performance.now() - began < MAX_MS);

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
  'told to stop, it serves new requests for a while, closing their connections, and only then refuses them',
  longEnough,
  async (t) => {
    const { environment, folder, credentials } = await createPlace(t, 'sqlite', { MDS_DRAIN_MS: '2500' });
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    const connections = await Promise.all(Array.from({ length: 5 }, () => rawConnection(service.url)));
    const [uploading, open, idle, waiting, stream] = connections;
    const body = JSON.stringify({ Name: 'Half before the signal, half after' });
    const length = { 'content-type': 'application/json', 'content-length': body.length };
    uploading!.write(requestHead('POST /api/Tasks', credentials, length) + body.slice(0, 10));
    for (const one of [open!, idle!]) {
      one.write(requestHead('GET /api/Me', credentials));
      await one.until((received) => received.includes('"rateLimit"'));
    }
    waiting!.write(requestHead('GET /api/Changes?after=now&wait=30', credentials));
    stream!.write(requestHead('GET /api/Changes?after=now', credentials, { accept: 'text/event-stream' }));
    await stream!.until((received) => received.includes('retry:'));

    const began = performance.now();
    const ended = service.end('SIGTERM');
    await sleep(500);
    const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(service.url + path)));
    assert.equal(alive!.status, 200, 'it lives');
    assert.equal(ready!.status, 503, 'but wants no more requests');
    const kept = open!.received.length;
    open!.write(requestHead('GET /api/Me', credentials));
    assertServedLast((await open!.ended(1_000)).slice(kept), 200);
    const newcomer = await rawConnection(service.url);
    const whole = JSON.stringify({ Name: 'Made while it drains' });
    newcomer.write(requestHead('POST /api/Tasks', credentials, { ...length, 'content-length': whole.length }) + whole);
    assertServedLast(await newcomer.ended(1_000), 201);

    // Who waits for changes hears of that one; who follows them stays until the end.
    assertServedLast(await waiting!.ended(1_000), 200);
    assert.match(waiting!.received, /Made while it drains/);
    await stream!.until((received) => received.includes('Made while it drains'), 1_000);
    await sleep(began + 1_800 - performance.now());
    assert.doesNotMatch(stream!.received, /the service is ending/);
    assert.ok(!idle!.socket.readableEnded, 'nobody is sent away while it serves');

    await Promise.all([idle!.ended(1_500), stream!.ended(1_500)]);
    assert.match(stream!.received, /the service is ending.*\r\n0\r\n\r\n$/s);
    const late = await rawConnection(service.url);
    late.write(requestHead('GET /api/Me', credentials));
    assertTurnedAway(await late.ended(1_000));
    // A refusal arrives also where a body was still being sent.
    const sending = await rawConnection(service.url);
    sending.write(requestHead('POST /api/Tasks', credentials, { ...length, 'content-length': 900_000 }));
    for (let n = 0; n < 9; n++) sending.write('x'.repeat(100_000));
    assertTurnedAway(await sending.ended(2_000));

    uploading!.write(body.slice(10));
    assertServedLast(await uploading!.ended(2_000), 201);
    for (const { socket } of [...connections, newcomer, late, sending]) socket.end();
    assert.deepEqual(await ended, { code: 0, signal: null });
    const failures = [...connections, newcomer, late, sending].map(({ failure }) => failure);
    assert.deepEqual(new Set(failures), new Set([undefined]), 'no connection was reset');
  },
);

test('a rolling restart behind a balancer shows steady clients no failed request, and no delivery is lost', {
  timeout: 120_000,
}, async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const { environment, folder, credentials } = await createPlace(t, 'postgres', {
    MDS_DRAIN_MS: '3000',
    ...trusting(receiver),
  });
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => startService({ ...environment, PORT: String(port) }, folder);
  const pair = await Promise.all(ports.map(start));
  t.after(() => Promise.all(pair.map((one) => one.end('SIGKILL'))));
  const servers = pair.map(({ url }) => url);
  const balancer = await startBalancer(t, servers, { checkMs: 100 });
  const wishes = { entityType: 'Tasks', action: 'Created', targetUrl: `${receiver.url}/hook` };
  assert.equal((await client(servers[0]!, credentials).post('/api/Webhooks', wishes)).status, 201);

  let isOver = false;
  const steady = Array.from({ length: 6 }, (_, n) => askSteadily(balancer.url, credentials, n, () => isOver));
  let givenBefore = 0;
  for (const [n, port] of ports.entries()) {
    await sleep(500);
    assert.deepEqual(await pair[n]!.end('SIGTERM'), { code: 0, signal: null });
    if (n === 0) givenBefore = balancer.given[0]!;
    pair[n] = await start(port);
    await balancer.ready(servers[n]!);
  }
  await sleep(500);
  isOver = true;
  const { exchanges, made } = merged(await Promise.all(steady));
  const failed = exchanges.filter(({ fate, answer }) => fate !== 'answered' || statusOf(answer) >= 300);
  assert.deepEqual(
    failed.slice(0, 3).map(({ fate, answer }) => [fate, answer.slice(0, 300)]),
    [],
    `${failed.length} of ${exchanges.length} requests failed`,
  );
  assert.ok(exchanges.length > 200, `only ${exchanges.length} requests were made`);
  assert.ok(balancer.given[0]! > givenBefore, 'the first took over from the second');
  assert.deepEqual(await allNames(client(balancer.url, credentials)), made);
  await receiver.waitFor((requests) => new Set(namesOf(requests)).size === made.size, 30_000);
  assert.deepEqual(new Set(namesOf(receiver.requests)), made);
  for (const one of pair) assert.deepEqual(await one.end('SIGINT'), { code: 0, signal: null });
});

test('a new server on an SQLite file waits for the one that is ending, says so, and goes on where it was', {
  timeout: 120_000,
}, async (t) => {
  const { environment, folder, credentials } = await createPlace(t, 'sqlite', { MDS_DRAIN_MS: '1000' });
  const old = await startService(environment, folder);
  t.after(() => old.end('SIGKILL'));
  await client(old.url, credentials).post('/api/Tasks', { Name: 'Before' });
  const next = startWaiting(t, environment, folder);
  await next.until(/another server .*waits for it to end/);
  const ended = old.end('SIGTERM');
  assert.equal((await client(old.url, credentials).post('/api/Tasks', { Name: 'Meanwhile' })).status, 201);
  const [, url] = await next.until(/Service on (http\S+)/);
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.deepEqual(await allNames(client(url!, credentials)), new Set(['Before', 'Meanwhile']));
  // While it waits it can be told to stop, too.
  const third = startWaiting(t, environment, folder);
  await third.until(/another server .*waits for it to end/);
  third.child.kill('SIGTERM');
  assert.deepEqual(await third.ended, [0, null]);
});

test('Ctrl-C does not drain, and a drain is cut short by a second signal that is none of the same moment', {
  timeout: 60_000,
}, async (t) => {
  const { environment, folder } = await createPlace(t, 'sqlite', { MDS_DRAIN_MS: '9000' });
  const start = async () => {
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    return service;
  };
  const first = await start();
  const began = performance.now();
  assert.deepEqual(await first.end('SIGINT'), { code: 0, signal: null });
  assert.ok(performance.now() - began < 3_000);

  const second = await start();
  const ended = second.end('SIGTERM');
  process.kill(second.pid, 'SIGTERM');
  await sleep(1_300);
  assert.equal((await fetch(`${second.url}/docs`)).status, 200, 'supervisors often signal twice at once');
  process.kill(second.pid, 'SIGTERM');
  const again = performance.now();
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.ok(performance.now() - again < 3_000);
});

test('what is refused at the end does not count against the rate limit', longEnough, async (t) => {
  const { environment, folder, credentials } = await createPlace(t, 'postgres', { MDS_RATE_LIMIT: '5' });
  const [ending, staying] = [await startService(environment, folder), await startService(environment, folder)];
  t.after(() => Promise.all([ending.end('SIGKILL'), staying.end('SIGKILL')]));
  const left = async () => (await client(staying.url, credentials).get('/api/Me')).headers.get('ratelimit');
  assert.match((await left())!, /r=4;/);
  // Under way, it keeps the service from ending.
  const uploading = await rawConnection(ending.url);
  const length = { 'content-type': 'application/json', 'content-length': 10 };
  uploading.write(`${requestHead('POST /api/Tasks', credentials, length)}{`);
  await sleep(300);
  const ended = ending.end('SIGTERM');
  await sleep(300);
  for (let n = 0; n < 10; n++) {
    const refused = await client(ending.url, credentials).get('/api/Me');
    assert.deepEqual([refused.status, refused.headers.get('ratelimit')], [503, null]);
  }
  assert.match((await left())!, /r=2;/);
  uploading.write(' '.repeat(9));
  assert.deepEqual(await ended, { code: 0, signal: null });
});

test('idle connections do not hold the end up', longEnough, async (t) => {
  const { environment, folder, credentials } = await createPlace(t, 'sqlite');
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
    const { environment, folder, credentials } = await createPlace(t, 'sqlite');
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    await createLargeTasks(client(service.url, credentials), 60);
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
    assert.ok(performance.now() - began < MAX_MS);
  },
);

function assertTurnedAway(answer: string): void {
  assert.equal(statusOf(answer), 503, answer.slice(0, 300));
  assert.match(answer, /^retry-after: \d+/im);
  assert.match(answer, /^connection: close/im);
  assert.match(answer, /"code":"unavailable"/);
}

/** With its whole answer, which says that its connection is closed. */
function assertServedLast(answer: string, status: number): void {
  assert.equal(statusOf(answer), status, answer.slice(0, 300));
  assert.match(answer, /^connection: close/im);
  const [head, body] = answer.split(/\r\n\r\n(.*)/s) as [string, string];
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  assert.equal(Buffer.byteLength(body, 'latin1'), Number(length));
}

interface Steady {
  readonly exchanges: readonly Exchange[];
  /** The names of what was acknowledged. */
  readonly made: ReadonlySet<string>;
}

/** Keeps its connection as long as it is let, and takes a new one when an answer said that it closes. */
async function askSteadily(url: string, credentials: Credentials, n: number, isOver: () => boolean): Promise<Steady> {
  const exchanges: Exchange[] = [];
  const made = new Set<string>();
  let line = openLine(url);
  for (let count = 0; !isOver(); count++) {
    if (line.over) line = openLine(url);
    const Name = `Task ${n}-${count}`;
    const body = JSON.stringify({ Name });
    const type = { 'content-type': 'application/json', 'content-length': body.length };
    const writes = count % 3 === 0;
    const exchange = await line.ask(
      writes ? requestHead('POST /api/Tasks', credentials, type) + body : requestHead('GET /api/Tasks', credentials),
    );
    exchanges.push(exchange);
    if (writes && exchange.fate === 'answered') made.add(Name);
    await sleep(15);
  }
  line.close();
  return { exchanges, made };
}

function merged(all: readonly Steady[]) {
  return {
    exchanges: all.flatMap(({ exchanges }) => exchanges),
    made: new Set(all.flatMap(({ made }) => [...made])),
  };
}

/** A server that waits before it becomes ready. */
function startWaiting(t: TestContext, environment: Record<string, string>, folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/mds.js'), 'serve'], {
    cwd: folder,
    env: { ...childEnvironment(), HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data;
    });
  }
  return {
    child,
    ended: once(child, 'exit'),
    async until(line: RegExp) {
      for (;;) {
        const found = line.exec(output);
        if (found !== null) return found;
        assert.equal(child.exitCode, null, output);
        await sleep(20);
      }
    },
  };
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
