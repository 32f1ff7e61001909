// Every row of the delivery table: what arrives, what is retried, what fails at once.

import assert from 'node:assert/strict';
import { onBothEngines, onEitherEngine } from '../support/app.ts';
import { allSettled, namesOf, startWebhookApp } from '../support/webhooks.ts';

onBothEngines('an event is one POST of the record, its submitter and its time', async (engine, t) => {
  const { client, receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created', headers: { 'X-Secret': 'open sesame' } });
  const made = await client.get(`/api/Tasks/${await task({ Name: 'Grease the bearing' })}`);
  const [request] = await receiver.waitFor(1);
  assert.equal(request!.method, 'POST');
  assert.equal(request!.path, '/hook');
  assert.equal(request!.headers['content-type'], 'application/json');
  assert.equal(request!.headers['x-secret'], 'open sesame');
  assert.equal(request!.headers['x-entity-type'], 'Tasks');
  assert.equal(request!.headers['x-action'], 'Created');
  const { CreatedOn: processedDate } = made.json;
  assert.equal(
    String(request!.body),
    `{"data":${made.text},"submitter":"admin@example.com","processedDate":"${processedDate}"}`,
  );
  const [delivery] = await settled(id, allSettled);
  assert.equal(delivery.state, 'succeeded');
  assert.equal(delivery.webhookId, request!.headers['webhook-id']);
  assert.equal(delivery.attempts.length, 1);
  assert.equal(delivery.attempts[0].status, 200);
  assert.equal(delivery.attempts[0].error, null);
  assert.ok(delivery.attempts[0].timings.tlsMs > 0);
});

onBothEngines('every status from 200 to 299 is a success', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  for (const status of [200, 201, 202, 204, 226, 299]) {
    receiver.answer(status);
    await task();
    const deliveries = await settled(id, allSettled);
    assert.equal(deliveries.at(-1).state, 'succeeded', `${status}`);
    assert.deepEqual(
      deliveries.at(-1).attempts.map((attempt: { status: number }) => attempt.status),
      [status],
    );
  }
});

onEitherEngine('every other status but 410 is retried three times and has then failed', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  const statuses = [301, 302, 304, 307, 400, 401, 404, 408, 429, 500, 503];
  for (const status of statuses) {
    // Neither is a redirect followed, nor Retry-After honoured.
    receiver.answer(({ response }) => {
      response.writeHead(status, { Location: `${receiver.url}/elsewhere`, 'Retry-After': '3600' }).end('try later');
    });
    await task();
    const [delivery] = (await settled(id, allSettled)).slice(-1);
    assert.equal(delivery.state, 'failed', `${status}`);
    assert.deepEqual(
      delivery.attempts.map((attempt: { status: number; error: string }) => [attempt.status, attempt.error]),
      Array(4).fill([status, 'status']),
    );
    if (status !== 304) assert.equal(delivery.attempts[0].answer, 'try later');
    const attempts = receiver.requests.splice(0);
    assert.equal(new Set(attempts.map(({ body }) => String(body))).size, 1, 'the bodies are the same bytes');
    assert.equal(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.ok(attempts.every(({ path }) => path === '/hook'));
  }
});

onBothEngines('a retry that succeeds ends the delivery', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  receiver.answer([500, 404, 200]);
  const { id } = await subscribe({ action: 'Created' });
  await task();
  const [delivery] = await settled(id, allSettled);
  assert.equal(delivery.state, 'succeeded');
  assert.deepEqual(
    delivery.attempts.map((attempt: { attempt: number; status: number }) => [attempt.attempt, attempt.status]),
    [
      [1, 500],
      [2, 404],
      [3, 200],
    ],
  );
  assert.equal(receiver.requests.length, 3);
});

onEitherEngine('retries leave two seconds after the answer before them', async (engine, t) => {
  const { receiver, subscribe, task, deliveries, settled } = await startWebhookApp(t, engine, {
    MDS_WEBHOOK_RETRY_MS: '2000',
  });
  receiver.answer(500);
  const { id } = await subscribe({ action: 'Created' });
  await task();
  await receiver.waitFor(1);
  await settled(id, ([delivery]) => delivery.attempts.length === 1);
  const [waiting] = await deliveries(id);
  const { startedOn } = waiting.attempts[0];
  assert.ok(Math.abs(Date.parse(waiting.nextAttemptOn) - Date.parse(startedOn) - 2000) < 500);
  await receiver.waitFor(4, 10_000);
  const times = receiver.requests.map(({ arrivedAt }) => arrivedAt);
  for (const [n, time] of times.slice(1).entries()) {
    const pause = time - times[n]!;
    // The receiver notes an arrival when it comes to it, which a busy machine delays.
    assert.ok(pause >= 1_900 && pause < 6_000, `${pause} ms between attempts ${n + 1} and ${n + 2}`);
  }
});

onBothEngines('no answer in time is a failure at once', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine, { MDS_WEBHOOK_TIMEOUT_MS: '250' });
  receiver.answer(() => {});
  const { id } = await subscribe({ action: 'Created' });
  await task();
  const [delivery] = await settled(id, allSettled);
  assert.equal(delivery.state, 'failed');
  assert.equal(delivery.error, 'timeout');
  assert.equal(delivery.attempts.length, 1);
  assert.equal(receiver.requests.length, 1);
});

onBothEngines('a connection that breaks is a failure at once', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  receiver.answer(({ reset }) => reset());
  const { id } = await subscribe({ action: 'Created' });
  await task();
  const [delivery] = await settled(id, allSettled);
  assert.equal(delivery.state, 'failed');
  assert.equal(delivery.error, 'reset');
  assert.equal(delivery.attempts.length, 1);
  assert.equal(receiver.requests.length, 1);
});

onBothEngines('deliveries of one record leave in order, each when the one before it is settled', async (engine, t) => {
  const { receiver, subscribe, task, rename } = await startWebhookApp(t, engine);
  receiver.answer([500, 500, 500, 200]);
  await subscribe();
  const id = await task();
  const names = Array.from({ length: 20 }, (_, n) => `Step ${n}`);
  for (const name of names) await rename(id, name);
  // The first one needs all its attempts; all the others wait for it.
  assert.deepEqual(namesOf(await receiver.waitFor(23)), [names[0], names[0], names[0], ...names]);
});

onBothEngines('a subscription that is made after a change does not get it', async (engine, t) => {
  const { receiver, subscribe, task, rename } = await startWebhookApp(t, engine);
  const id = await task();
  await rename(id, 'Before');
  await subscribe();
  await rename(id, 'After');
  await receiver.waitFor(1);
  await rename(id, 'Last');
  assert.deepEqual(namesOf(await receiver.waitFor(2)), ['After', 'Last']);
});

onBothEngines('a filter looks at the record as it is after the change', async (engine, t) => {
  const { client, receiver, subscribe } = await startWebhookApp(t, engine);
  for (const Name of ['Reactive', 'Planned']) await client.post('/api/Boards', { Name });
  await subscribe({
    entityType: 'WorkOrders',
    action: 'Updated',
    filterEntityType: 'board',
    filterConditionEntityID: '2',
  });
  const order = (await client.post('/api/WorkOrders', { Name: 'On the first board', BoardID: 1 })).json.ID;
  const move = (BoardID: number, name: string) =>
    client.patch(`/api/WorkOrders/${order}`, [
      { op: 'replace', path: '/BoardID', value: BoardID },
      { op: 'replace', path: '/Name', value: name },
    ]);
  await move(1, 'Still on the first');
  await move(2, 'Now on the second');
  await move(1, 'Back on the first');
  await move(2, 'On the second again');
  assert.deepEqual(namesOf(await receiver.waitFor(2)), ['Now on the second', 'On the second again']);
});
