import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEitherEngine, type Reply, startApp } from '../support/app.ts';
import { metricsOf } from '../support/metrics.ts';
import { type RawConnection, rawConnection, requestHead } from '../support/raw-connection.ts';

const MIB = 1024 * 1024;

onEitherEngine('past the limit of requests under way, further ones are turned away', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_MAX_REQUESTS: '20', MDS_CLIENT_SHARE: '100' });
  const key = await app.key(await app.account());
  const body = JSON.stringify({ Name: 'Slowly sent' });
  const head = requestHead('POST /api/Tasks', key.credentials, {
    'content-type': 'application/json',
    'content-length': body.length,
  });
  const slow = await Promise.all(Array.from({ length: 20 }, () => rawConnection(app.url)));
  for (const one of slow) one.write(head + body.slice(0, 5));
  await until(async () => (await metricsOf(app.url)).value('mds_http_requests_in_flight') > 20);

  for (let n = 0; n < 50; n++) assertTurnedAway(await key.get('/api/Tasks'));
  assertTurnedAway(await key.get('/api/Nothing'));
  assert.equal((await fetch(`${app.url}/healthz`)).status, 200, 'supervisors are answered');
  const metrics = await metricsOf(app.url);
  assert.equal(metrics.value('mds_http_shed_total{reason="requests"}'), 51);
  assert.equal(metrics.value('mds_http_refusals_total{code="overloaded",shard="s1"}'), 51);

  for (const one of slow) one.write(body.slice(5));
  for (const one of slow) await one.until((received) => received.startsWith('HTTP/1.1 201 '));
  await until(async () => (await key.get('/api/Tasks')).status === 200);
  assert.equal((await key.get('/api/Tasks')).json.length, 20);
});

onEitherEngine('past the limit of memory that requests hold, further ones are turned away', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_MAX_REQUEST_MIB: '16', MDS_CLIENT_SHARE: '100' });
  const key = await app.key(await app.account());
  const type = { 'content-type': 'application/json' };
  const large = requestHead('POST /api/Tasks', key.credentials, { ...type, 'content-length': MIB });
  const endless = requestHead('POST /api/Tasks', key.credentials, { ...type, 'transfer-encoding': 'chunked' });
  const most = '['.padEnd(MIB - 100);
  const metric = async (name: string) => (await metricsOf(app.url)).value(name);
  const slow: RawConnection[] = [];
  while (slow.length < 16) {
    const one = await rawConnection(app.url);
    one.write(slow.length % 2 === 0 ? large + most : `${endless}${most.length.toString(16)}\r\n${most}`);
    // One after the other: each takes all the memory that a body may take. So may the answer that tells of it, and then it is tried again.
    const full = (slow.length + 1) * MIB;
    await until(async () => one.received !== '' || (await metric('mds_http_request_memory_bytes')) === full);
    if (one.received === '') slow.push(one);
    else one.socket.destroy();
  }
  const shed = await metric('mds_http_shed_total{reason="memory"}');

  assert.equal((await key.get('/api/Tasks')).status, 200, 'what needs no more memory is answered');
  assertTurnedAway(await key.post('/api/Tasks', { Name: 'One too many' }));
  assert.equal(await metric('mds_http_shed_total{reason="memory"}'), shed + 1);
  for (const one of slow) one.socket.destroy();
  await until(async () => (await key.post('/api/Tasks', { Name: 'Room again' })).status === 201);
});

onEitherEngine(
  'an event loop that stays late turns requests away, one that was late once does not',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_MAX_DELAY_MS: '200' });
    const key = await app.key(await app.account());
    // The service runs in this very thread: what keeps the test busy keeps it busy.
    await sleep(150);
    work(2_000);
    await sleep(110);
    assert.equal((await key.get('/api/Tasks')).status, 200, 'a single pause');

    let last: Reply | undefined;
    for (let n = 0; n < 40 && last?.status !== 503; n++) {
      work(600);
      last = await key.get('/api/Tasks');
    }
    assertTurnedAway(last!);
    assert.ok((await metricsOf(app.url)).value('mds_http_shed_total{reason="delay"}') >= 1);
    await until(async () => (await key.get('/api/Tasks')).status === 200);
  },
);

function assertTurnedAway(reply: Reply): void {
  assert.equal(reply.status, 503, reply.text);
  assert.equal(reply.json.code, 'overloaded');
  assert.ok(Number(reply.headers.get('retry-after')) > 0);
}

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, 'not within 10 s');
    await sleep(20);
  }
}
