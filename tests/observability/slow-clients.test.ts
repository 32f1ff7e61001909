import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEitherEngine, startApp, type TestApp } from '../support/app.ts';
import { createLargeTasks } from '../support/large-tasks.ts';
import { metricsOf } from '../support/metrics.ts';
import { rawConnection, requestHead } from '../support/raw-connection.ts';

const impatient = { MDS_HEAD_TIMEOUT_MS: '300', MDS_REQUEST_TIMEOUT_MS: '600', MDS_ANSWER_TIMEOUT_MS: '400' };

onEitherEngine('a client that dribbles the head of its request is answered with 408 and cut off', async (engine, t) => {
  const app = await startApp(t, engine, impatient);
  const slow = await rawConnection(app.url);
  const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
  const began = performance.now();
  const dribble = setInterval(() => slow.socket.writable && slow.write('a'), 20);
  slow.write(head);
  const answer = await slow.ended(5_000).finally(() => clearInterval(dribble));
  assert.ok(performance.now() - began < 2_000);
  assertProblem(answer, 408, 'request_timeout');
});

onEitherEngine('a client that dribbles its body is answered with 408 and cut off', async (engine, t) => {
  const app = await startApp(t, engine, impatient);
  const key = await app.key(await app.account());
  const slow = await rawConnection(app.url);
  slow.write(
    requestHead('POST /api/Tasks', key.credentials, { 'content-type': 'application/json', 'content-length': 500 }),
  );
  slow.write('{"Name": "');
  const refused = await rawConnection(app.url);
  refused.write(requestHead('POST /api/Tasks', {}, { 'content-type': 'application/json', 'content-length': 500 }));
  const dribble = setInterval(() => {
    for (const one of [slow, refused]) if (one.socket.writable) one.write('a');
  }, 20);
  const [answer, refusal] = await Promise.all([slow.ended(5_000), refused.ended(5_000)]).finally(() =>
    clearInterval(dribble),
  );
  assertProblem(answer, 408, 'request_timeout');
  assert.deepEqual(refusal.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401'], 'one request has one answer');
  assert.deepEqual((await key.get('/api/Tasks')).json, [], 'nothing was made of the half that arrived');
  await nothingUnderWay(app);
});

onEitherEngine('a client that does not say anything at all is cut off', async (engine, t) => {
  const app = await startApp(t, engine, impatient);
  const silent = await rawConnection(app.url);
  await silent.ended(5_000);
});

onEitherEngine('a client that never takes its answer is cut off, and what it held is free again', async (engine, t) => {
  const app = await startApp(t, engine, impatient);
  const key = await app.key(await app.account());
  await createLargeTasks(key, 120);
  // Several texts of 2.7 MB, and 11 MB in pieces: neither fits into the buffers between the two sides.
  for (const [take, times] of [
    [30, 8],
    [120, 1],
  ] as const) {
    const anotherCutOff = await cutOffs(app);
    const deaf = await rawConnection(app.url);
    deaf.socket.pause();
    for (let n = 0; n < times; n++) deaf.write(requestHead(`GET /api/Tasks?take=${take}`, key.credentials));
    await anotherCutOff();
    await nothingUnderWay(app);
    deaf.socket.destroy();
  }
});

onEitherEngine('a client that takes its answer slowly, but does take it, gets all of it', async (engine, t) => {
  const app = await startApp(t, engine, { ...impatient, MDS_ANSWER_TIMEOUT_MS: '4000' });
  const key = await app.key(await app.account());
  await createLargeTasks(key, 120);
  const slow = await rawConnection(app.url);
  const began = performance.now();
  slow.write(requestHead('GET /api/Tasks?take=120', key.credentials, { connection: 'close' }));
  // A sip of 64 KiB, then a pause.
  slow.socket.on('data', () => {
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 40);
  });
  const answer = await slow.ended(60_000);
  assert.ok(performance.now() - began > 4_000, 'it took longer than any single piece may');
  assert.match(answer, /^HTTP\/1\.1 200 OK/);
  assert.equal(answer.match(/"Name":/g)?.length, 120);
  assert.ok(answer.endsWith('\r\n0\r\n\r\n'), 'to its last piece');
});

onEitherEngine('a service that stood still does not hold it against those who wait for it', async (engine, t) => {
  const app = await startApp(t, engine, { ...impatient, MDS_ANSWER_TIMEOUT_MS: '3000' });
  const key = await app.key(await app.account());
  await createLargeTasks(key, 120);
  const reading = await rawConnection(app.url);
  reading.socket.pause();
  reading.write(requestHead('GET /api/Tasks?take=120', key.credentials, { connection: 'close' }));
  await answerUnderWay(app);
  // Until it was seen that something waits; then the service, which runs in this very thread, stands still.
  await sleep(1_200);
  const until = performance.now() + 4_000;
  while (performance.now() < until);
  reading.socket.resume();
  const answer = await reading.ended(60_000);
  assert.ok(answer.endsWith('\r\n0\r\n\r\n'), 'to its last piece');
  assert.equal((await metricsOf(app.url)).value('mds_http_cut_off_total'), 0);
});

onEitherEngine(
  'a client that takes each piece just in time, but falls behind the pace, is cut off',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_ANSWER_TIMEOUT_MS: '1000', MDS_ANSWER_PACE_KIB: '100000' });
    const key = await app.key(await app.account());
    await createLargeTasks(key, 120);
    const sipping = await rawConnection(app.url);
    sipping.write(requestHead('GET /api/Tasks?take=120', key.credentials, { connection: 'close' }));
    sipping.socket.on('data', () => {
      sipping.socket.pause();
      setTimeout(() => sipping.socket.resume(), 30);
    });
    const answer = await sipping.ended(20_000);
    assert.match(answer, /^HTTP\/1\.1 200 OK/);
    assert.ok(!answer.endsWith('\r\n0\r\n\r\n'), 'it never got to the end');
    assert.equal((await metricsOf(app.url)).value('mds_http_cut_off_total'), 1);
    await nothingUnderWay(app);
  },
);

function assertProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
  assert.match(head, /^content-type: application\/problem\+json/im);
  assert.match(head, /^connection: close/im);
  assert.match(head, /^x-content-type-options: nosniff/im);
  const problem = JSON.parse(body);
  assert.equal(problem.code, code);
  assert.ok(head.includes(problem.requestId));
}

/** Beside the request that asks. */
async function answerUnderWay(app: { readonly url: string }): Promise<void> {
  const inFlight = async () => (await metricsOf(app.url)).value('mds_http_requests_in_flight');
  for (const until = Date.now() + 5_000; (await inFlight()) < 2; await sleep(10)) {
    assert.ok(Date.now() < until, 'no answer waits');
  }
}

/** Gives what resolves once one more has been cut off. */
async function cutOffs(app: TestApp): Promise<() => Promise<void>> {
  const count = async () => (await metricsOf(app.url)).value('mds_http_cut_off_total');
  const before = await count();
  return async () => {
    for (const until = Date.now() + 5_000; (await count()) === before; await sleep(10)) {
      assert.ok(Date.now() < until, 'nobody was cut off');
    }
  };
}

/** But the request that asks. */
async function nothingUnderWay(app: TestApp): Promise<void> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const metrics = await metricsOf(app.url);
    if (metrics.value('mds_http_requests_in_flight') === 1 && metrics.value('mds_http_request_memory_bytes') === 0)
      return;
    assert.ok(performance.now() < deadline, 'requests are still under way');
    await sleep(50);
  }
}
