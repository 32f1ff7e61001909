// A subscription with patience waits for its endpoint: what it shows, what holds it up, what ends its waiting.

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, noLog } from '../../src/lib/log.ts';
import { databaseUrl, onBothEngines, onEitherEngine } from '../support/app.ts';
import { TEST_KEY } from '../support/keys.ts';
import { lookAgain, passPause, passTime, untilTried } from '../support/pass-time.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, bodyOf, type Shown, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

const HOUR_MS = 3_600_000;

onBothEngines('patience is read, shown, changed and refused like any other field', async (engine, t) => {
  const { client, receiver, subscribe, subscription } = await startWebhookApp(t, engine);
  assert.deepEqual(fieldsOf(await subscribe()), { patience: null, waiting: null });
  const { id, ...shown } = await subscribe({ patience: '24h' });
  assert.deepEqual(fieldsOf(shown), { patience: '1d', waiting: null });
  const listed = (await client.get('/api/Webhooks?patience=1d')).json;
  assert.deepEqual(
    listed.map((one: Shown) => one.id),
    [id],
  );
  const change = (value: unknown) =>
    client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/patience', value: value as never }]);
  for (const value of ['59m', '8d', '1', 90, '', true, '1h30m']) {
    const refused = await change(value);
    assert.equal(refused.status, 400, String(value));
    assert.equal(refused.json.errors[0].pointer, '/patience');
    const body = {
      entityType: 'Tasks',
      action: 'Created',
      targetUrl: `${receiver.url}/hook`,
      patience: value as never,
    };
    assert.equal((await client.post('/api/Webhooks', body)).status, 400, String(value));
  }
  const readOnly = await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/waiting', value: {} }]);
  assert.equal(readOnly.status, 400);
  assert.equal((await change('90m')).json.patience, '90m');
  assert.equal((await change(null)).json.patience, null);
  assert.equal((await subscription(id)).patience, null);
});

onEitherEngine(
  'while the endpoint is down one delivery tries it, the log and GET say since when, and then all arrive in order',
  async (engine, t) => {
    const { url, app, receiver, id } = await patientApp(t, engine);
    const { client, task, rename, deliveries, settled } = app;
    receiver.answer(({ reset }) => reset());
    const tasks = [await task(), await task(), await task()];
    for (const name of ['A', 'B']) for (const one of tasks) await rename(one, name);
    const shown = await down(app, id, 6);
    const out = receiver.requests.length;
    assert.ok(out <= 3, `${out} requests`);
    const since = Date.parse(shown.waiting.since);
    const pause = Date.parse(shown.waiting.nextTry) - since;
    assert.ok(Math.abs(Date.now() - since) < 5_000 && pause > 1_500 && pause < 4_500, JSON.stringify(shown.waiting));

    const log = await deliveries(id);
    const tried = log.filter(({ attempts }) => attempts.length > 0);
    assert.ok(log.every(({ state }) => state === 'waiting'));
    assert.ok(
      tried.length === out && tried.every(({ waitingSince, error }) => waitingSince !== null && error === 'reset'),
    );
    const waits = await deliveries(id, 'state=waiting&extFilter=true&waitingSince=null ne&orderby=waitingSince Desc');
    assert.equal(waits.length, out);

    await beDownForLong(url, id);
    for (const wanted of [1, 2, 3]) {
      await passPause(url, client, id);
      await receiver.waitFor(out + wanted);
      await app.settled(id, (all) => attemptsIn(all) === out + wanted);
    }
    assert.equal(receiver.requests.length, out + 3);

    receiver.answer(200);
    await passPause(url, client, id);
    const done = await settled(id, allSettled);
    assert.ok(done.every(({ state }) => state === 'succeeded'));
    assert.deepEqual(fieldsOf(await app.subscription(id)), { patience: '3d', waiting: null });
    for (const one of tasks) assert.deepEqual(arrived(app, out + 3, one), ['A', 'B']);
  },
);

onBothEngines('of an outage the log has a line when it begins and one when it is over', async (engine, t) => {
  const lines: Shown[] = [];
  const log = { ...noLog, warn: (fields: object, message: string) => void lines.push({ ...fields, message }) } as Log;
  const DATABASE_URL = await databaseUrl(t, engine);
  const app = await startWebhookApp(t, engine, { DATABASE_URL, MDS_SECRETS_KEY: TEST_KEY }, [], log);
  const { account, client, receiver, subscribe, task, settled } = app;
  const secret = { headers: { Authorization: 'hush' }, targetUrl: `${receiver.url}/hook?token=hush` };
  const { id } = await subscribe({ ...secret, action: 'Created', patience: '3d' });
  receiver.answer(503);
  await task();
  await task();
  const { since } = (await down(app, id, 2)).waiting;
  const told = () => lines.filter(({ message }) => /^webhook endpoint/.test(message));
  await settled(id, () => told().length === 1);
  for (const wanted of [1, 2]) {
    const tried = attemptsIn(await app.deliveries(id));
    await passPause(DATABASE_URL, client, id);
    await settled(id, (all) => attemptsIn(all) > tried);
    assert.equal(told().length, 1, `try ${wanted} adds none`);
  }
  receiver.answer(200);
  await passPause(DATABASE_URL, client, id);
  await settled(id, (all) => allSettled(all) && told().length === 2);
  const { host } = new URL(receiver.url);
  const whose = { account: account.id, subscription: id, entityType: 'Tasks', action: 'Created', host };
  const [began, ended] = told();
  assert.deepEqual(began, { ...whose, since, status: 503, message: 'webhook endpoint is down' });
  assert.deepEqual(ended, { ...whose, since: ended.since, status: 200, message: 'webhook endpoint answers again' });
  assert.ok(ended.since < since, 'by now as much longer ago as time was passed');
  assert.ok(!JSON.stringify(lines).includes('hush'));
});

onBothEngines('what one record cannot get through holds up no other: neither 422 nor 500', async (engine, t) => {
  const { app, receiver, id } = await patientApp(t, engine);
  const { task, rename, settled } = app;
  const [refused, failing, ...good] = [await task(), await task(), await task(), await task()];
  receiver.answer(({ received, response }) => {
    const { ID } = bodyOf(received).data;
    response.statusCode = ID === refused ? 422 : ID === failing ? 500 : 200;
    response.end();
  });
  for (const one of [refused!, failing!, ...good]) await rename(one, 'First');
  const all = await settled(id, (found) => found.filter(({ state }) => state === 'succeeded').length === 2);
  assert.deepEqual(statesOf(all, [refused, failing]), ['waiting', 'waiting']);
  // With nothing else on its way, the one that fails is all that is known of the endpoint.
  await rename(good[0]!, 'Second');
  await settled(id, (found) => found.filter(({ state }) => state === 'succeeded').length === 3);
  assert.equal((await app.subscription(id)).active, true);
});

onEitherEngine(
  'Retry-After is honoured, in seconds and as a date, up to the end of the patience',
  async (engine, t) => {
    const { url, app, receiver, id } = await patientApp(t, engine, '1h');
    const asking = (retryAfter: string) =>
      receiver.answer(({ response }) => void response.writeHead(429, { 'Retry-After': retryAfter }).end());
    const nextTryIn = async () => Date.parse((await app.subscription(id)).waiting.nextTry) - Date.now();
    asking('120');
    await app.rename(await app.task(), 'A');
    await down(app, id, 1);
    assert.ok(Math.abs((await nextTryIn()) - 120_000) < 5_000, `${await nextTryIn()}`);
    asking(new Date(Date.now() + 1_200_000).toUTCString());
    await passPause(url, app.client, id);
    await app.settled(id, ([one]) => one.attempts.length === 2);
    assert.ok(Math.abs((await nextTryIn()) - 1_200_000) < 5_000, `${await nextTryIn()}`);
    asking('864000');
    await passPause(url, app.client, id);
    await app.settled(id, ([one]) => one.attempts.length === 3);
    assert.ok((await nextTryIn()) < HOUR_MS - 1_300_000, 'there is a last try at the end');
    await passPause(url, app.client, id);
    const [failed] = await app.settled(id, allSettled);
    assert.deepEqual([failed.state, failed.attempts.length], ['failed', 4]);
  },
);

onBothEngines('410 switches a patient subscription off at once', async (engine, t) => {
  const { app, receiver, id } = await patientApp(t, engine);
  receiver.answer(410);
  await app.rename(await app.task(), 'Gone');
  const [delivery] = await app.settled(id, allSettled);
  assert.deepEqual([delivery.state, delivery.attempts.length], ['failed', 1]);
  const { active, deactivateReason, waiting } = await app.subscription(id);
  assert.deepEqual([active, /410/.test(deactivateReason), waiting], [false, true, null]);
});

onEitherEngine(
  '30 failures in a row switch it off only once its patience is over, each after a last try',
  async (engine, t) => {
    const { url, app, receiver, id } = await patientApp(t, engine, '1h');
    const { client, rename, settled, subscription } = app;
    receiver.answer(503);
    const tasks = await Promise.all(Array.from({ length: 33 }, () => app.task()));
    await Promise.all(tasks.map((one) => rename(one, 'Nobody there')));
    await down(app, id, 33);
    const before = receiver.requests.length;
    await passTime(url, HOUR_MS / 2);
    await lookAgain(client, id);
    await settled(id, (all) => attemptsIn(all) === before + 1);
    assert.equal((await subscription(id)).active, true, 'its patience is not over');

    await passTime(url, HOUR_MS / 2);
    await lookAgain(client, id);
    const all = await settled(id, allSettled);
    const { active, deactivateReason } = await subscription(id);
    assert.equal(active, false);
    assert.match(deactivateReason, /^30 deliveries in a row failed/);
    assert.deepEqual(
      ['failed', 'dropped'].map((wanted) => all.filter(({ state }) => state === wanted).length),
      [30, 3],
    );
    // One that was under way when the thirtieth failed has been sent as well, and dropped.
    const lastTries = receiver.requests.length - before - 1;
    assert.ok(lastTries >= 30 && lastTries <= 33, `${lastTries} last tries`);
  },
);

onBothEngines('another address is tried at once, and takes what waits in order', async (engine, t) => {
  const { app, receiver, id } = await patientApp(t, engine);
  const { client, rename, settled } = app;
  receiver.answer(({ received, response }) => {
    response.statusCode = received.path === '/new' ? 200 : 502;
    response.end();
  });
  const one = await app.task();
  for (const name of ['A', 'B', 'C']) await rename(one, name);
  await down(app, id, 3);
  await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/targetUrl', value: `${receiver.url}/new` }]);
  await settled(id, allSettled);
  assert.deepEqual(
    receiver.requests.filter(({ path }) => path === '/new').map((one) => bodyOf(one).data.Name),
    ['A', 'B', 'C'],
  );
});

onBothEngines(
  'a record that was refused is tried at once, too, when something about its endpoint changes',
  async (engine, t) => {
    const { url, app, receiver, id } = await patientApp(t, engine);
    receiver.answer(({ response }) => void response.writeHead(422, { 'Retry-After': '3000' }).end());
    await app.rename(await app.task(), 'Refused');
    const tried = (times: number) => app.settled(id, ([one]) => one.attempts.length === times);
    const change = (path: string, value: unknown) =>
      app.client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path, value: value as never }]);
    const [refused] = await tried(1);
    assert.ok(Date.parse(refused.nextAttemptOn) - Date.now() > HOUR_MS / 2, 'it has a pause of its own');
    await change('/targetUrl', `${receiver.url}/new`);
    await tried(2);
    await change('/headers', { 'X-Secret': 'another' });
    await tried(3);
    assert.equal((await app.client.post(`/api/Webhooks/${id}/Reactivate`, {})).status, 200);
    await tried(4);
    assert.equal((await app.client.send('POST', `/api/Webhooks/${id}/RotateSecret`)).status, 200);
    await tried(5);
    await runSql(url, `UPDATE deliveries SET waiting_since = waiting_since - ${2 * HOUR_MS} WHERE state = 'waiting'`);
    await change('/patience', '1h');
    const [failed] = await app.settled(id, allSettled);
    assert.deepEqual([failed.state, failed.attempts.length], ['failed', 6]);
  },
);

onBothEngines('of many records that were refused each is tried at once at another address', async (engine, t) => {
  const { url, app, receiver, id } = await patientApp(t, engine);
  receiver.answer(({ response }) => void response.writeHead(422, { 'Retry-After': '3000' }).end());
  await app.rename(await app.task(), 'Refused');
  await app.settled(id, ([one]) => one.attempts.length === 1);
  // More than are looked at in one transaction.
  await runSql(
    url,
    `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on, attempts, waiting_since)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
    SELECT d.subscription, d.record_id + n, d.change_seq, 'msg_' || n, 'event', 'waiting', d.due_on, d.created_on,
      d.processed_on, 1, d.waiting_since FROM n CROSS JOIN deliveries AS d`,
  );
  receiver.answer(200);
  await app.client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/targetUrl', value: `${receiver.url}/new` }]);
  await receiver.waitFor(602);
});

onEitherEngine('without patience what waits fails at its next try, by the rules for all', async (engine, t) => {
  const { app, receiver, id } = await patientApp(t, engine);
  receiver.answer(({ reset }) => reset());
  const one = await app.task();
  await app.rename(one, 'A');
  await down(app, id, 1);
  await app.client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/patience', value: null }]);
  const [delivery] = await app.settled(id, allSettled);
  assert.deepEqual([delivery.state, delivery.attempts.length], ['failed', 2]);
  assert.deepEqual(fieldsOf(await app.subscription(id)), { patience: null, waiting: null });
});

onEitherEngine('a longer patience waits longer, a shorter one ends at once', async (engine, t) => {
  const { url, app, receiver, id } = await patientApp(t, engine, '2h');
  receiver.answer(503);
  await app.rename(await app.task(), 'A');
  await down(app, id, 1);
  await passTime(url, 3 * HOUR_MS);
  const change = (value: string) =>
    app.client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/patience', value }]);
  await change('4h');
  const [waits] = await app.settled(id, ([one]) => one.attempts.length === 2);
  assert.equal(waits.state, 'waiting');
  await change('150m');
  const [failed] = await app.settled(id, allSettled);
  assert.deepEqual([failed.state, failed.attempts.length], ['failed', 3]);
});

onEitherEngine('a test is sent while nothing else is, and its success sends all that waits', async (engine, t) => {
  const { url, app, receiver, id } = await patientApp(t, engine);
  receiver.answer(503);
  await app.rename(await app.task(), 'A');
  await down(app, id, 1);
  const test = async () => (await app.client.post(`/api/Webhooks/${id}/Test`, {})).json;
  const failed = await test();
  await app.settled(id, ([, one]) => one?.state === 'failed');
  // So late that from now on one request at a time is sent to it.
  receiver.answer(({ response }) => void setTimeout(() => response.writeHead(503).end(), 1_100));
  await passPause(url, app.client, id);
  await app.settled(id, ([one]) => one.attempts.length === 2);
  // What is sent again waits for days; a test waits neither for it, nor for what tries the endpoint, nor for another test.
  assert.equal((await app.client.post(`/api/Webhooks/${id}/Deliveries/${failed.id}/Resend`, {})).status, 201);
  const held: ServerResponse[] = [];
  receiver.answer(({ response }) => void held.push(response));
  const before = receiver.requests.length;
  await passPause(url, app.client, id);
  await receiver.waitFor(before + 1);
  for (const more of [2, 3]) {
    await test();
    await receiver.waitFor(before + more, 5_000);
  }
  receiver.answer(200);
  held.at(-1)!.end();
  await app.settled(id, (found) => found.at(-1).state === 'succeeded' && found.at(-2).state === 'waiting');
  for (const response of held.slice(0, -1)) response.end();
  const all = await app.settled(id, (found) => found.length === 5 && allSettled(found));
  assert.deepEqual(
    all.map(({ cause, state }) => `${cause} ${state}`),
    ['event succeeded', 'test failed', 'resend succeeded', 'test succeeded', 'test succeeded'],
  );
});

onBothEngines('switched on again, it begins anew', async (engine, t) => {
  const { app, receiver, id } = await patientApp(t, engine);
  receiver.answer(503);
  await app.rename(await app.task(), 'A');
  await down(app, id, 1);
  assert.deepEqual(fieldsOf((await app.client.post(`/api/Webhooks/${id}/Reactivate`, {})).json), {
    patience: '3d',
    waiting: null,
  });
  await app.settled(id, ([one]) => one.attempts.length === 2);
});

onEitherEngine(
  'waiting costs nothing: no lane, and no question, however much is committed meanwhile',
  async (engine, t) => {
    const { url, app, receiver, id } = await patientApp(t, engine);
    const { client, rename } = app;
    receiver.answer(503);
    const tasks = [await app.task(), await app.task()];
    for (const one of tasks) await rename(one, 'A');
    await down(app, id, 2);
    const before = attemptsIn(await app.deliveries(id));
    // From here on the pause is longer than a lane is kept open for.
    await beDownForLong(url, id);
    await passPause(url, client, id);
    await app.settled(id, (all) => attemptsIn(all) === before + 1);
    await sleep(50);
    const queue = app.app.shard.deliveries as {
      -readonly [name in 'heads' | 'lease']: (...values: never[]) => unknown;
    };
    let questions = 0;
    for (const name of ['heads', 'lease'] as const) {
      const asked = queue[name];
      queue[name] = (...values) => {
        questions++;
        return asked(...values);
      };
    }
    for (let n = 0; n < 20; n++) await rename(tasks[n % 2]!, `While it is down ${n}`);
    await sleep(1_200);
    assert.equal(questions, 0);
    assert.equal((await app.subscription(id)).waiting.count, 22);
  },
);

onBothEngines('a backlog of 10,000 behind a dead endpoint holds up nobody else', async (engine, t) => {
  const { url, app, receiver, id } = await patientApp(t, engine);
  const { client, task, rename, subscribe, settled } = app;
  receiver.answer(({ received, response }) => {
    response.statusCode = received.path === '/hook' ? 503 : 200;
    response.end();
  });
  for (const one of [await task(), await task()]) await rename(one, 'A');
  await settled(id, (all) => all.length === 2 && all.every(({ attempts }) => attempts.length > 0));
  await down(app, id, 2);
  await beDownForLong(url, id);
  await passPause(url, client, id);
  await settled(id, (all) => attemptsIn(all) === receiver.requests.length && attemptsIn(all) > 2);
  const { id: other } = await subscribe({ targetUrl: `${receiver.url}/other`, action: 'Created' });
  await runSql(
    url,
    `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
    SELECT d.subscription, d.record_id + n % 2000, d.change_seq, 'msg_' || n, 'event', 'waiting',
      d.created_on, d.created_on, d.processed_on FROM n CROSS JOIN deliveries AS d 
    WHERE d.id = (SELECT min(id) FROM deliveries WHERE state = 'waiting')`,
  );
  const began = performance.now();
  assert.equal((await app.subscription(id)).waiting.count, 1_000, 'counted as far as that');
  const countedMs = performance.now() - began;
  const sent = () => receiver.requests.filter(({ path }) => path === '/hook').length;
  const before = sent();
  for (let n = 1; n <= 3; n++) {
    await passPause(url, client, id);
    await task();
    await receiver.waitFor(() => sent() >= before + n);
    await untilTried(client, id);
    await settled(other, (all) => all.length === n && allSettled(all));
  }
  assert.equal(sent(), before + 3, 'one request a pause');
  const waits = receiver.requests
    .filter(({ path }) => path === '/other')
    .map(({ arrivedAt, body }) => arrivedAt - Date.parse(JSON.parse(String(body)).processedDate));
  t.diagnostic(`counted in ${countedMs.toFixed(1)} ms, others after ${waits.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  assert.ok(Math.max(...waits) < 1_000, `${waits}`);
});

/** As after an hour of tries: from the next one on, the pauses are longer than a test takes. */
async function beDownForLong(url: string, id: number): Promise<void> {
  await runSql(url, `UPDATE subscriptions SET down_tries = 6, down_since = down_since - ${HOUR_MS} WHERE id = ${id}`);
}

async function patientApp(t: Parameters<typeof startWebhookApp>[0], engine: 'sqlite' | 'postgres', patience = '3d') {
  const url = await databaseUrl(t, engine);
  const app = await startWebhookApp(t, engine, { DATABASE_URL: url });
  const { id } = await app.subscribe({ patience });
  return { url, app, receiver: app.receiver, id: id as number };
}

/** Once nothing is out any more. */
async function down({ settled, subscription, receiver }: WebhookApp, id: number, count: number): Promise<Shown> {
  // What was begun before the first of them had failed may still be on its way to the endpoint.
  for (let before = 0; before === 0 || before < receiver.requests.length; await sleep(300)) {
    before = receiver.requests.length;
    await settled(
      id,
      (all) => all.length === count && attemptsIn(all) > 0 && attemptsIn(all) === receiver.requests.length,
    );
  }
  const shown = await subscription(id);
  assert.equal(shown.waiting?.count, count, JSON.stringify(shown));
  return shown;
}

function attemptsIn(deliveries: Shown[]): number {
  return deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0);
}

function statesOf(deliveries: Shown[], records: unknown[]): string[] {
  return deliveries.filter(({ recordID }) => records.includes(recordID)).map(({ state }) => state);
}

/** The names of a record in the order of their arrival, after the first `after` requests. */
function arrived({ receiver }: WebhookApp, after: number, record: number): string[] {
  const bodies = receiver.requests.slice(after).map(bodyOf);
  return bodies.filter(({ data }) => data.ID === record).map(({ data }) => data.Name);
}

function fieldsOf({ patience, waiting }: Shown) {
  return { patience, waiting };
}
