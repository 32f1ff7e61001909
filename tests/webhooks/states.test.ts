// Every row of the state table: what switches a subscription off, what switches it on again, what becomes of its deliveries.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../src/problems.ts';
import { onBothEngines, onEitherEngine } from '../support/app.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

onBothEngines('410 Gone switches a subscription off at once, with the reason', async (engine, t) => {
  const { receiver, subscribe, subscription, task, settled } = await startWebhookApp(t, engine);
  // Status line and headers decide: the rest of the body never comes.
  receiver.answer(({ response }) => void response.writeHead(410, { 'Content-Length': 100 }).write('moved away'));
  const { id, active, deactivateReason } = await subscribe({ action: 'Created' });
  assert.deepEqual([active, deactivateReason], [true, null]);
  await task();
  const [delivery] = await settled(id, allSettled);
  assert.equal(delivery.state, 'failed');
  assert.equal(delivery.attempts.length, 1);
  const [{ answer, timings }] = delivery.attempts;
  assert.ok(answer === 'moved away' && timings.totalMs < 5_000, `${answer} after ${timings.totalMs} ms`);
  const off = await subscription(id);
  assert.equal(off.active, false);
  assert.match(off.deactivateReason, /410/);
  await task();
  await sleep(100);
  assert.equal(receiver.requests.length, 1, 'nothing is sent any more');
});

onBothEngines(
  'what an address answers after the subscription has left it is tried at the one it has now, and counts for nothing',
  async (engine, t) => {
    const { client, receiver, subscribe, subscription, task, settled } = await startWebhookApp(t, engine);
    for (const patience of [null, '1h']) {
      const { id } = await subscribe({ action: 'Created', patience });
      const held: ((status: number | 'reset') => void)[] = [];
      receiver.requests.length = 0;
      receiver.answer(({ received, response, reset }) => {
        if (received.path === '/new') response.writeHead(200).end();
        else held.push((status) => (status === 'reset' ? reset() : void response.writeHead(status).end()));
      });
      await task();
      await task();
      await receiver.waitFor(2);
      await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/targetUrl', value: `${receiver.url}/new` }]);
      held[0]!(410);
      held[1]!('reset');
      const all = await settled(id, (found) => found.length === 2 && allSettled(found));
      assert.deepEqual(
        all.map(({ state, attempts }) => [state, attempts.length]),
        [
          ['succeeded', 2],
          ['succeeded', 2],
        ],
      );
      const { active, deactivateReason, waiting } = await subscription(id);
      assert.deepEqual([active, deactivateReason, waiting], [true, null, null]);
      assert.equal((await client.get(`/api/Webhooks/${id}/Health`)).json.failuresInARow, 0);
      assert.equal((await client.delete(`/api/Webhooks/${id}`)).status, 204);
    }
  },
);

onEitherEngine(
  '30 failed deliveries in a row switch a subscription off, 29 and a success do not',
  async (engine, t) => {
    const { receiver, subscribe, subscription, task, settled } = await startWebhookApp(t, engine, {
      MDS_WEBHOOK_RETRY_MS: '1',
    });
    const { id } = await subscribe({ action: 'Created' });
    const fail = async (times: number) => {
      receiver.answer(({ reset }) => reset());
      for (let n = 0; n < times; n++) await task();
      await settled(id, allSettled);
    };
    const succeed = async () => {
      receiver.answer(200);
      await task();
      await settled(id, allSettled);
    };
    await fail(29);
    await succeed();
    await fail(29);
    assert.equal((await subscription(id)).active, true);
    await fail(1);
    const off = await subscription(id);
    assert.equal(off.active, false);
    assert.match(off.deactivateReason, /^30 deliveries in a row failed/);
  },
);

onEitherEngine('30 different records that fail with 500 switch it off in about 6 seconds', async (engine, t) => {
  const { receiver, subscribe, subscription, task } = await startWebhookApp(t, engine, {
    MDS_WEBHOOK_RETRY_MS: '2000',
  });
  receiver.answer(500);
  const { id } = await subscribe({ action: 'Created' });
  const began = performance.now();
  await Promise.all(Array.from({ length: 30 }, () => task()));
  await receiver.waitFor(120, 10_000);
  while ((await subscription(id)).active) await sleep(20);
  const took = performance.now() - began;
  assert.ok(took > 6_000 && took < 12_000, `${took} ms`);
});

onBothEngines('what waits for a subscription that is switched off is dropped, and shown so', async (engine, t) => {
  const { receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const record = await task();
  const release = Promise.withResolvers<void>();
  receiver.answer(async ({ response }) => {
    await release.promise;
    response.writeHead(410).end();
  });
  for (let n = 0; n < 5; n++) await rename(record, `Step ${n}`);
  release.resolve();
  const deliveries = await settled(id, allSettled);
  assert.deepEqual(
    deliveries.map(({ state }) => state),
    ['failed', 'dropped', 'dropped', 'dropped', 'dropped'],
  );
  assert.equal(receiver.requests.length, 1);
});

onEitherEngine('a reactivated subscription counts from zero and sends only what comes after', async (engine, t) => {
  const app = await startWebhookApp(t, engine);
  const { client, receiver, subscribe, subscription, task, settled } = app;
  const { id } = await subscribe({ action: 'Created' });
  receiver.answer(({ reset }) => reset());
  for (let n = 0; n < 31; n++) await task();
  await settled(id, allSettled);
  assert.equal((await subscription(id)).active, false);
  await task({ Name: 'While it is off' });

  const reactivated = await client.send('POST', `/api/Webhooks/${id}/Reactivate`);
  assert.equal(reactivated.status, 200);
  assert.deepEqual([reactivated.json.active, reactivated.json.deactivateReason], [true, null]);
  for (let n = 0; n < 29; n++) await task();
  await settled(id, allSettled);
  assert.equal((await subscription(id)).active, true, '29 failures since');
  await task();
  await settled(id, allSettled);
  assert.equal((await subscription(id)).active, false, '30 failures since');
  const sent = receiver.requests.map(({ body }) => String(body));
  assert.ok(!sent.some((body) => body.includes('While it is off')));
});

onBothEngines('a deleted subscription is gone with its log, and nothing more is sent', async (engine, t) => {
  const { client, receiver, subscribe, task } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  await task();
  await receiver.waitFor(1);
  assert.equal((await client.delete(`/api/Webhooks/${id}`)).status, 204);
  assert.equal((await client.delete(`/api/Webhooks/${id}`)).status, 404);
  assert.equal((await client.get(`/api/Webhooks/${id}`)).status, 404);
  assert.equal((await client.get(`/api/Webhooks/${id}/Deliveries`)).status, 404);
  await task();
  await sleep(100);
  assert.equal(receiver.requests.length, 1);
});

onBothEngines('revoking a key switches its subscriptions off, and says why', async (engine, t) => {
  const { app, account, client, receiver, subscribe, task } = await startWebhookApp(t, engine);
  const other = await app.key(account, { name: 'Soon gone' });
  await subscribe({ action: 'Created' }, other);
  await subscribe({ action: 'Created' });
  await app.shard.accounts.revoke(account, other.integrationID, Date.now(), 'The API key was revoked.');
  const { page } = { page: await app.shard.subscriptions(account, other.integrationID).list() };
  assert.deepEqual(
    page.map(({ active, deactivateReason }) => [active, deactivateReason]),
    [[false, 'The API key was revoked.']],
  );
  // As an instance asks that has let the key in a moment before.
  const store = app.shard.subscriptions(account, other.integrationID);
  for (const late of [await store.create(page[0]!, 200), await store.reactivate(page[0]!.id)]) {
    assert.ok(late instanceof Problem);
    assert.match(late.detail, /revoked/);
  }
  await task();
  await receiver.waitFor(1);
  await sleep(100);
  assert.equal(receiver.requests.length, 1, 'the other key hears of it, this one does not');
  assert.equal((await client.get('/api/Webhooks')).json[0].active, true);
});

onBothEngines('the deliveries of a frozen account wait, and leave when it is thawed', async (engine, t) => {
  const { app, account, receiver, subscribe, task, deliveries } = await startWebhookApp(t, engine);
  receiver.answer([500, 200]);
  const { id } = await subscribe({ action: 'Created' });
  await task();
  await receiver.waitFor(1);
  await app.shard.accounts.setFrozen(account, true);
  await sleep(1_500);
  assert.equal(receiver.requests.length, 1);
  assert.equal((await deliveries(id))[0].state, 'waiting');
  await app.shard.accounts.setFrozen(account, false);
  await receiver.waitFor(2);
});
