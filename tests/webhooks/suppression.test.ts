// Repeats of the same event within ten minutes are not sent again, and the subscriber always ends with the truth.

import assert from 'node:assert/strict';
import { onBothEngines } from '../support/app.ts';
import { allSettled, namesOf, type Shown, startWebhookApp } from '../support/webhooks.ts';

const states = (deliveries: Shown[]) => deliveries.map(({ state }) => state);

onBothEngines('contents that alternate all reach the subscriber', async (t, engine) => {
  const { receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const record = await task({ Name: 'Neither' });
  for (const name of ['A', 'B', 'A', 'B']) await rename(record, name);
  const deliveries = await settled(id, (found) => found.length === 4 && allSettled(found));
  assert.deepEqual(states(deliveries), Array(4).fill('succeeded'));
  assert.deepEqual(namesOf(receiver.requests), ['A', 'B', 'A', 'B']);
});

onBothEngines('an asset that flaps reaches a subscription filtered on Down once', async (t, engine) => {
  const { client, receiver, subscribe, settled } = await startWebhookApp(t, engine);
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
});

onBothEngines('a delivery that failed suppresses nothing', async (t, engine) => {
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

onBothEngines('tests and deliveries that are sent again are never suppressed', async (t, engine) => {
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

onBothEngines('what was sent again counts as sent last: the truth follows it', async (t, engine) => {
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
