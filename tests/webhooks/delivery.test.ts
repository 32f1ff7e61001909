// Every row of the delivery table: what arrives, what is retried, what fails at once.

import assert from 'node:assert/strict';
import { onBothEngines } from '../support/app.ts';
import { allSettled, bodyOf, namesOf, startWebhookApp } from '../support/webhooks.ts';

onBothEngines('an event is one POST of the record, its submitter and its time, with the headers of the subscription', async (t, engine) => {
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

onBothEngines('deliveries of one record leave in order', async (t, engine) => {
  const { receiver, subscribe, task, rename } = await startWebhookApp(t, engine);
  await subscribe();
  const id = await task();
  const names = Array.from({ length: 20 }, (_, n) => `Step ${n}`);
  for (const name of names) await rename(id, name);
  assert.deepEqual(namesOf(await receiver.waitFor(20)), names);
  assert.equal(bodyOf(receiver.requests[0]!).data.ID, id);
});
