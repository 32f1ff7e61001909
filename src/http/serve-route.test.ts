// What a request may do while it is served, over a real connection.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawConnection, requestHead } from '../../tests/support/raw-connection.ts';
import { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import { noLog } from '../lib/log.ts';
import { steadyClock } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { CHUNK_BYTES } from './chunks.ts';
import { LiveBody } from './live-body.ts';
import type { RequestObserver } from './observer.ts';
import type { PublicRoute } from './public-route.ts';
import { createRequestScheduler } from './request-scheduler.ts';
import type { Route } from './route.ts';
import { createApiServer } from './server.ts';
import { createServerSemaphores } from './server-semaphores.ts';
import { StaticBody } from './static-body.ts';

const account = new AccountScope({ shardID: 's1', key: 1, id: 'acc_1', name: 'One' });
const caller = { account, apiKey: 'key', integration: { id: 'int_1' } } as Caller;
const nobodyCounts: RequestObserver = {
  ...{ answered() {}, refused() {}, rateLimited() {}, credentialsFailed() {}, shed() {}, cutOff() {} },
};

/** Serves one route, to somebody who is let in. */
async function served(
  t: TestContext,
  handle: Route['handle'],
  open: readonly PublicRoute[] = [],
  arrival = { headMs: 5_000, requestMs: 5_000 },
) {
  const shares = createServerSemaphores({ connections: 100, requests: 100, held: 10, bytes: 1e8, share: 0.5 });
  const server = createApiServer({
    shardNamed: () => '',
    doors: [
      {
        path: '/api',
        routes: [
          {
            method: 'GET',
            path: '/api/Work',
            operation: 'work',
            needs: { allowed: 'any key' },
            heeds: { query: true },
            handle,
          },
        ],
        admit: (_request, known) => known(caller) ?? { caller, headers: {} },
      },
    ],
    open,
    clientAddress: () => '192.0.2.1',
    isProxy: () => false,
    shares,
    beginnings: createRequestScheduler(100, steadyClock, () => true),
    timeouts: { ...arrival, answerMs: 5_000, answerPace: 1, drainMs: 0 },
    certificate: undefined,
    isLate: () => false,
    log: noLog,
    observer: nobodyCounts,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { server, url, get: () => fetch(`${url}/api/Work`), turns: () => shares.largeBodies.tally() };
}

test('a request that is heavy in several ways at once takes one turn, and gives it back', async (t) => {
  const { get, turns } = await served(t, async ({ heavy }) => {
    const refusals = await Promise.all([heavy(), heavy(), heavy()]);
    assert.equal(await heavy(), undefined);
    const refusal = refusals.find((one) => one instanceof Problem);
    return refusal ?? { status: 200, body: String(turns().held) };
  });
  for (const answer of await Promise.all([get(), get(), get()])) {
    assert.deepEqual([answer.status, await answer.text()], [200, '1']);
  }
  const { taken, refused } = turns();
  assert.deepEqual([taken, refused.deadline], [3, 0]);
});

test('a path where nothing is, and a method that is not offered, are told without a look at every route', async (t) => {
  let looks = 0;
  const door: PublicRoute = {
    get path() {
      looks++;
      return '/Door/:id/handle';
    },
    handle: () => ({ status: 200 }),
  };
  const { url } = await served(t, async () => ({ status: 200 }), [door]);
  looks = 0;
  const asked = async (method: string, path: string) => {
    const { status, headers } = await fetch(url + path, { method });
    return [status, headers.get('allow')];
  };
  assert.deepEqual(await asked('GET', '/nothing'), [404, null]);
  assert.deepEqual(await asked('GET', '/door/7/knob'), [404, null]);
  assert.deepEqual(await asked('GET', '/door/7/handle/'), [200, null]);
  assert.deepEqual(await asked('POST', '/door/7/handle/'), [405, 'GET, HEAD']);
  assert.deepEqual(await asked('PUT', '/API/work'), [405, 'GET, HEAD']);
  assert.equal(looks, 0);
});

test('requests sent at once on one connection are worked on one by one, each in a turn of its own', async (t) => {
  let [turn, underWay, most] = [0, 0, 0];
  const arrived: number[] = [];
  const began: number[] = [];
  const { server, url } = await served(t, async ({ query }) => {
    began.push(turn);
    most = Math.max(most, ++underWay);
    if (query === 'later') await sleep(20);
    underWay--;
    return query === 'nowhere' ? new Problem('not_found', 'Nowhere.') : { status: 200, body: `"${query}"` };
  });
  server.server.prependListener('request', () => arrived.push(turn));
  let counting: NodeJS.Immediate;
  const count = () => {
    turn++;
    counting = setImmediate(count);
  };
  count();
  t.after(() => clearImmediate(counting));
  const asked = ['later', 'a', 'nowhere', 'b', 'c'];
  const together = await rawConnection(url);
  together.write(asked.map((query) => requestHead(`GET /api/Work?${query}`, {})).join(''));
  const answers = await together.until((received) => received.endsWith('"c"'));
  assert.deepEqual(
    answers.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9)),
    ['200', '200', '404', '200', '200'],
  );
  assert.equal(new Set(arrived).size, 1, 'they arrived together');
  assert.deepEqual([new Set(began).size, most], [asked.length, 1]);
  // Whoever waits for each answer waits for nothing else.
  together.write(requestHead('GET /api/Work?d', {}));
  await together.until((received) => received.endsWith('"d"'));
  assert.equal(began.at(-1), arrived.at(-1));
  together.socket.destroy();
});

test('what waits behind another request is not worked on once its client has left or the service ends, nor read without end', async (t) => {
  const begun: string[] = [];
  const { server, url } = await served(t, async ({ query, gone, ending }) => {
    begun.push(query);
    if (query === 'hangs') await once(AbortSignal.any([gone(), ending]), 'abort');
    return { status: 200 };
  });
  let read = () => 0;
  server.server.on('connection', (socket) => {
    read = () => socket.bytesRead;
  });
  const hanging = requestHead('GET /api/Work?hangs', {});
  const behind = requestHead('GET /api/Work?behind', {});
  const leaving = await rawConnection(url);
  leaving.write(hanging + behind.repeat(3));
  await until(() => server.load().requests === 1);
  leaving.socket.destroy();
  await until(() => server.load().requests === 0);

  const staying = await rawConnection(url);
  staying.write(hanging + behind);
  await until(() => begun.length === 2);
  const flooding = await rawConnection(url);
  // Much is on its way at once on a connection that has carried much.
  const body = Buffer.alloc(20 * 2 ** 20);
  flooding.write(requestHead('GET /api/Work?large', {}, { 'content-length': body.length }));
  flooding.write(body);
  await flooding.until((received) => received.includes(' 413 '));
  await until(() => read() > body.length);
  const before = read();
  const flood = behind.repeat(50_000);
  flooding.write(hanging + flood);
  await until(() => begun.length === 3);
  await sleep(100);
  assert.ok(read() - before < 512 * 1024, `${read() - before} of ${flood.length} bytes`);
  assert.deepEqual([begun, server.load().requests], [['hangs', 'hangs', 'hangs'], 2]);

  const closed = server.close();
  // Its answer says that the connection ends behind it.
  assert.equal((await staying.ended(2_000)).match(/HTTP\/1\.1/g)?.length, 1);
  await closed;
  assert.equal(begun.length, 3);
});

test('what has not been read because of the requests before it is not late; then it has the time that any has', async (t) => {
  const slow: Route['handle'] = async () => {
    await sleep(700);
    return { status: 200 };
  };
  const { url } = await served(t, slow, [], { headMs: 150, requestMs: 300 });
  const head = requestHead('GET /api/Work?slow', {});
  const body = Buffer.alloc(500_000, 'x');
  const whole = await rawConnection(url);
  whole.write(head + requestHead('GET /api/Work', {}, { 'content-length': body.length }));
  whole.write(body);
  // A body that nobody reads is refused.
  const answers = await whole.until((received) => received.includes(' 400 '));
  assert.match(answers, /^HTTP\/1\.1 200 /);
  // Once it has come, its connection is like any other.
  for (let n = 0; n < 3; n++) {
    whole.write(requestHead('GET /nothing', {}));
    await whole.until((received) => received.split('HTTP/1.1 404').length === n + 2);
    await sleep(200);
  }
  whole.socket.destroy();
  const never = await rawConnection(url);
  never.write(head + requestHead('GET /api/Work', {}, { 'content-length': body.length }));
  const partly = await rawConnection(url);
  partly.write(head + head.slice(0, 20));
  const [late, cut] = await Promise.all([never.ended(5_000), partly.ended(5_000)]);
  assert.deepEqual(late.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 408']);
  assert.deepEqual(cut.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200']);
});

test('whoever closes the own side behind several requests gets an answer to each that is begun', async (t) => {
  let begun = 0;
  const { url } = await served(t, async () => {
    begun++;
    return { status: 200 };
  });
  const leaving = await rawConnection(url);
  leaving.socket.end(requestHead('GET /api/Work', {}).repeat(5));
  const answers = await leaving.ended(5_000);
  assert.equal(answers.match(/HTTP\/1\.1 200/g)?.length, begun);
});

for (const { kind, bodyOf } of [
  { kind: 'what is the same for all', bodyOf: (content: string) => new StaticBody(content) },
  { kind: 'what happens', bodyOf: (content: string) => new LiveBody(Readable.from([content], { objectMode: true })) },
]) {
  test(`where the thread is busy and others ask, one client is told ${kind} in small steps, one at a time`, async (t) => {
    const content = 'x'.repeat(10 * CHUNK_BYTES);
    const large: PublicRoute = { path: '/large', handle: () => ({ status: 200, body: bodyOf(content) }) };
    const { server, url, get } = await served(t, async () => ({ status: 200 }), [large]);
    const sockets: Socket[] = [];
    server.server.on('connection', (socket) => sockets.push(socket));
    let [written, most] = [0, 0];
    let looking: NodeJS.Immediate;
    const look = () => {
      const now = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
      most = Math.max(most, now - written);
      written = now;
      looking = setImmediate(look);
    };
    look();
    t.after(() => clearImmediate(looking));
    let isOver = false;
    const others = async () => {
      while (!isOver) await Promise.all([get(), sleep(20)]);
    };
    await get();
    const asking = others();
    const many = await Promise.all(Array.from({ length: 20 }, () => rawConnection(url)));
    for (const one of many) one.write(requestHead('GET /large', {}));
    for (const one of many) {
      await one.until((received) => received.split('x').length > content.length);
      one.socket.destroy();
    }
    isOver = true;
    await asking;
    assert.ok(most < 3 * CHUNK_BYTES, `${most} bytes in one turn`);
  });
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'not within 5 s');
    await sleep(5);
  }
}
