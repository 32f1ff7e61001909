// What is old is forgotten, but never what still waits to be delivered.

import assert from 'node:assert/strict';
import { pruneOnce } from '../../src/webhooks/settling/retention.ts';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, namesOf, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A round of tidying up, so many days from now. */
function prune({ app }: WebhookApp, daysFromNow: number, kept: { deliveryDays: number; eventDays: number }) {
  return pruneOnce(
    {
      archive: app.shard.archive,
      clock: { now: () => Date.now() + daysFromNow * DAY_MS },
      ...kept,
      everyMs: 0,
      pauseMs: 0,
      onFailure: (failure) => assert.fail(failure as Error),
    },
    new AbortController().signal,
  );
}

onBothEngines('settled deliveries and events leave after their days, those that wait do not', async (t, engine) => {
  const app = await startWebhookApp(t, engine, { MDS_WEBHOOK_RETRY_MS: '1500' });
  const { client, receiver, subscribe, task, settled, deliveries } = app;
  const { id } = await subscribe({ action: 'Created' });
  // More than fit into one step.
  for (let n = 0; n < 12; n++) await Promise.all(Array.from({ length: 50 }, () => task()));
  await settled(id, (found) => found.length === 600 && allSettled(found), 30_000);
  receiver.answer([500, 200]);
  await task({ Name: 'Still to come' });
  await receiver.waitFor(601);

  await prune(app, 29, { deliveryDays: 30, eventDays: 30 });
  assert.equal((await deliveries(id)).length, 601, 'nothing is old yet');
  await prune(app, 31, { deliveryDays: 30, eventDays: 30 });
  const left = await deliveries(id);
  assert.deepEqual(
    left.map(({ state }) => state),
    ['waiting'],
  );
  assert.deepEqual(namesOf((await receiver.waitFor(602)).slice(-1)), ['Still to come']);
  await settled(id, allSettled);
  assert.equal((await client.send('POST', `/api/Webhooks/${id}/Deliveries/${left[0].id}/Resend`)).status, 201);
});

onBothEngines('a delivery whose event is forgotten stays in the log and cannot be sent again', async (t, engine) => {
  const app = await startWebhookApp(t, engine);
  const { client, subscribe, task, settled, deliveries } = app;
  const { id } = await subscribe({ action: 'Created' });
  await task();
  const [delivery] = await settled(id, allSettled);
  await prune(app, 31, { deliveryDays: 1000, eventDays: 30 });
  assert.equal((await deliveries(id))[0].id, delivery.id);
  const refused = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${delivery.id}/Resend`);
  assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
});

onBothEngines('of a deleted subscription nothing is left', async (t, engine) => {
  const url = await databaseUrl(t, engine);
  const app = await startWebhookApp(t, engine, { DATABASE_URL: url });
  const { client, subscribe, task, settled } = app;
  const { id } = await subscribe({ action: 'Created' });
  const kept = await subscribe({ action: 'Created' });
  await Promise.all(Array.from({ length: 20 }, () => task()));
  await settled(id, (found) => found.length === 20 && allSettled(found));
  await settled(kept.id, (found) => found.length === 20 && allSettled(found));
  await client.delete(`/api/Webhooks/${id}`);
  // A minute later: whoever saw the subscription at the last moment has committed by then.
  await prune(app, 1, { deliveryDays: 30, eventDays: 30 });
  assert.deepEqual(await runSql(url, 'SELECT DISTINCT subscription FROM deliveries'), [{ subscription: kept.id }]);
  assert.deepEqual(await runSql(url, 'SELECT key FROM subscriptions'), [{ key: kept.id }]);
  assert.equal((await app.deliveries(kept.id)).length, 20);
  assert.deepEqual(await app.app.shard.examine(), []);
});
