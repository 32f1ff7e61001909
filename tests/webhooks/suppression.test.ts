// Repeats of the same event within ten minutes are not sent again, and the subscriber always ends with the truth.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, namesOf, type Shown, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

const states = (deliveries: Shown[]) => deliveries.map(({ state }) => state);

onBothEngines('contents that alternate all reach the subscriber', async (engine, t) => {
  const { receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const record = await task({ Name: 'Neither' });
  for (const name of ['A', 'B', 'A', 'B']) await rename(record, name);
  const deliveries = await settled(id, (found) => found.length === 4 && allSettled(found));
  assert.deepEqual(states(deliveries), Array(4).fill('succeeded'));
  assert.deepEqual(namesOf(receiver.requests), ['A', 'B', 'A', 'B']);
});

onBothEngines('an asset that flaps reaches a subscription filtered on Down once', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { client, receiver, subscribe, settled } = await startWebhookApp(t, engine, { DATABASE_URL: url });
  const status = async (Name: string, BaseStatus: string) =>
    (await client.post('/api/AssetStatuses', { Name, BaseStatus })).json.ID;
  const up = await status('In service', 'Operational');
  const down = await status('Down', 'Down');
  const { id } = await subscribe({
    entityType: 'Assets',
    action: 'Updated',
    filterEntityType: 'Asset Status',
    filterConditionEntityID: down,
  });
  const asset = (await client.post('/api/Assets', { Name: 'Boiler', AssetStatusID: up })).json.ID;
  const set = (value: number) =>
    client.patch(`/api/Assets/${asset}`, [{ op: 'replace', path: '/AssetStatusID', value }]);
  for (const value of [down, up, down, up, down]) await set(value);
  const deliveries = await settled(id, (found) => found.length === 3 && allSettled(found));
  assert.deepEqual(states(deliveries), ['succeeded', 'suppressed', 'suppressed']);
  assert.equal(receiver.requests.length, 1);
  const [first, second, third] = deliveries;
  assert.equal(second.repeats, first.id);
  assert.equal(third.repeats, first.id, 'a suppressed delivery is not itself repeated');
  assert.deepEqual(second.attempts, []);
  assert.equal(first.repeats, null);

  // Another address has nothing yet.
  await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/targetUrl', value: `${receiver.url}/new` }]);
  for (const value of [up, down, up, down]) await set(value);
  const after = await settled(id, (found) => found.length === 5 && allSettled(found));
  assert.deepEqual(states(after.slice(3)), ['succeeded', 'suppressed']);
  assert.deepEqual([after[4].repeats, receiver.requests.at(-1)?.path], [after[3].id, '/new']);

  // As a version of the service logs it that does not say where an attempt went to.
  const mark = `,"target":"${after[3].attempts[0].target}"`;
  await runSql(url, `UPDATE deliveries SET log = replace(log, '${mark}', '') WHERE id = ${after[3].id}`);
  for (const value of [up, down]) await set(value);
  const all = await settled(id, (found) => found.length === 6 && allSettled(found));
  assert.deepEqual([all[3].attempts[0].target, all[5].repeats], [undefined, after[3].id]);
});

onBothEngines('a delivery that failed suppresses nothing', async (engine, t) => {
  const { client, receiver, subscribe, settled } = await startWebhookApp(t, engine);
  const board = (await client.post('/api/Boards', { Name: 'Reactive' })).json.ID;
  const { id } = await subscribe({
    entityType: 'WorkOrders',
    filterEntityType: 'Boards',
    filterConditionEntityID: board,
  });
  const order = (await client.post('/api/WorkOrders', { Name: 'Leak' })).json.ID;
  const set = (value: number | null) =>
    client.patch(`/api/WorkOrders/${order}`, [{ op: 'replace', path: '/BoardID', value }]);
  receiver.answer([500, 500, 500, 500, 200]);
  for (const value of [board, null, board, null, board]) await set(value);
  const deliveries = await settled(id, (found) => found.length === 3 && allSettled(found));
  assert.deepEqual(states(deliveries), ['failed', 'succeeded', 'suppressed']);
  assert.equal(deliveries[2].repeats, deliveries[1].id);
});

onBothEngines('tests and deliveries that are sent again are never suppressed', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  for (let n = 0; n < 2; n++) assert.equal((await client.send('POST', `/api/Webhooks/${id}/Test`)).status, 201);
  await rename(await task(), 'Once');
  const [, , event] = await settled(id, (found) => found.length === 3 && allSettled(found));
  for (let n = 0; n < 2; n++) {
    const resent = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${event.id}/Resend`);
    assert.equal(resent.status, 201);
    assert.equal(resent.json.webhookId, event.webhookId);
    assert.equal(resent.json.resendOf, event.id);
  }
  const deliveries = await settled(id, (found) => found.length === 5 && allSettled(found));
  assert.deepEqual(states(deliveries), Array(5).fill('succeeded'));
  const sent = receiver.requests.filter(({ headers }) => headers['webhook-id'] === event.webhookId);
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map(({ body }) => String(body))).size, 1);
});

onBothEngines('what was sent again counts as sent last: the truth follows it', async (engine, t) => {
  const { client, receiver, subscribe, settled } = await startWebhookApp(t, engine);
  const board = (await client.post('/api/Boards', { Name: 'Reactive' })).json.ID;
  const { id } = await subscribe({
    entityType: 'WorkOrders',
    filterEntityType: 'Boards',
    filterConditionEntityID: board,
  });
  const order = (await client.post('/api/WorkOrders', { Name: 'Leak' })).json.ID;
  const set = (BoardID: number | null, name: string) =>
    client.patch(`/api/WorkOrders/${order}`, [
      { op: 'replace', path: '/BoardID', value: BoardID },
      { op: 'replace', path: '/Name', value: name },
    ]);
  await set(board, 'Old');
  await set(board, 'New');
  const [old] = await settled(id, (found) => found.length === 2 && allSettled(found));
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${old.id}/Resend`);
  await settled(id, (found) => found.length === 3 && allSettled(found));
  await set(null, 'New');
  await set(board, 'New');
  await settled(id, (found) => found.length === 4 && allSettled(found));
  assert.deepEqual(namesOf(receiver.requests), ['Old', 'New', 'Old', 'New']);
});

/** What the receiver got, after the names were given one by one and the first delivery was sent again where it says so. */
async function namesAfter(app: WebhookApp, steps: readonly string[]): Promise<string[]> {
  const { client, receiver, subscribe, task, rename, settled } = app;
  const { id } = await subscribe();
  const record = await task({ Name: 'Neither' });
  let made = 0;
  for (const step of steps) {
    if (step === 'first again') {
      const [first] = await settled(id, (found) => found.length === made && allSettled(found));
      const resent = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${first.id}/Resend`);
      assert.equal(resent.status, 201);
    } else await rename(record, step);
    made++;
    await settled(id, (found) => found.length === made && allSettled(found));
  }
  return namesOf(receiver.requests);
}

onBothEngines(
  'what was sent again suppresses nothing: whoever passes over it has not heard of it',
  async (engine, t) => {
    const steps = ['A', 'B', 'first again', 'A'];
    assert.deepEqual(await namesAfter(await startWebhookApp(t, engine), steps), ['A', 'B', 'A', 'A']);
  },
);

onBothEngines('what was sent again may have been taken for news: the truth is told again', async (engine, t) => {
  const app = await startWebhookApp(t, engine);
  const { client, receiver, subscribe, settled } = app;
  const board = (await client.post('/api/Boards', { Name: 'Reactive' })).json.ID;
  const filter = { filterEntityType: 'Boards', filterConditionEntityID: board };
  const { id } = await subscribe({ entityType: 'WorkOrders', ...filter });
  const order = (await client.post('/api/WorkOrders', { Name: 'Leak' })).json.ID;
  const set = async (BoardID: number | null, name: string) => {
    const replaced = Object.entries({ BoardID, Name: name });
    const operations = replaced.map(([field, value]) => ({ op: 'replace', path: `/${field}`, value }));
    assert.equal((await client.patch(`/api/WorkOrders/${order}`, operations)).status, 200);
  };
  const wait = (count: number) => settled(id, (found) => found.length === count && allSettled(found));
  await set(board, 'A');
  await set(board, 'B');
  const [a, b] = await wait(2);
  // Leaves the board and comes back as it was: for the subscription a change from B to B.
  const flap = async () => {
    await set(null, 'B');
    await set(board, 'B');
  };
  await flap();
  assert.deepEqual(states(await wait(3)), ['succeeded', 'succeeded', 'suppressed']);
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${b.id}/Resend`);
  await wait(4);
  await flap();
  assert.equal((await wait(5))[4].state, 'suppressed', 'everybody has B');
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${a.id}/Resend`);
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${b.id}/Resend`);
  await wait(7);
  await flap();
  assert.equal((await wait(8))[7].state, 'succeeded');
  await flap();
  assert.equal((await wait(9))[8].state, 'suppressed', 'by now everybody has B again');
  assert.deepEqual(namesOf(receiver.requests), ['A', 'B', 'B', 'A', 'B', 'B']);
});

test('a delivery sent again is numbered behind the changes of its record that are under way (postgres)', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const app = await startWebhookApp(t, 'postgres', { DATABASE_URL: url });
  const { client, subscribe, task, rename, settled } = app;
  const { id } = await subscribe();
  const record = await task();
  await rename(record, 'A');
  const [first] = await settled(id, allSettled);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  t.after(() => other.end());
  await other.query('BEGIN');
  await other.query(`SELECT FROM tasks_documents WHERE id = ${record} FOR UPDATE`);
  let answered = false;
  const resent = client.send('POST', `/api/Webhooks/${id}/Deliveries/${first.id}/Resend`).then((reply) => {
    answered = true;
    return reply;
  });
  const waits = `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  while ((await other.query(waits)).rows[0].n === '0') assert.equal(answered, false, 'it did not wait');
  await other.query('COMMIT');
  assert.equal((await resent).status, 201);
});
