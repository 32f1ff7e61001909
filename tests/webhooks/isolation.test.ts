// One subscription's slow or dead endpoint delays no other subscription.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type Engine, onEitherEngine } from '../support/app.ts';
import { startReceiver } from '../support/receiver.ts';
import { allSettled, bodyOf, startServiceWithKey, startWebhookApp, trusting } from '../support/webhooks.ts';

const SUBSCRIPTIONS = 100;
const HANGING = 10;
const EVENTS_PER_SECOND = 200;
const SECONDS = 2;

for (const where of ['share one host', 'lie on hosts of their own'] as const) {
  onEitherEngine(
    `ten of a hundred endpoints that hang delay none of the others, where they ${where}`,
    async (engine, t) => {
      let longest = Infinity;
      // A machine that stands still for a second delays everybody, once; endpoints that hang do so each time.
      for (let tried = 0; tried < 3 && longest > 1_000; tried++) {
        const waits = await waitsBesideHanging(t, engine, where === 'share one host');
        longest = Math.max(...waits);
        const sorted = waits.toSorted((a, b) => a - b);
        const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.floor(waits.length * share)]);
        t.diagnostic(`${waits.length} deliveries: p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms`);
      }
      assert.ok(longest <= 1_000, `one waited ${longest} ms from its commit to its arrival`);
    },
  );
}

/** Milliseconds from commit to arrival, for every delivery to an endpoint that answers. */
async function waitsBesideHanging(t: TestContext, engine: Engine, shared: boolean): Promise<number[]> {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  const hanging = shared ? receiver : other;
  for (const one of [receiver, other]) {
    t.after(() => one.stop());
    one.answer(({ received, response }) => {
      if (!received.path.startsWith('/hang')) response.end();
    });
  }
  const user = await startServiceWithKey(t, engine, trusting(receiver, other));
  for (let n = 1; n <= SUBSCRIPTIONS; n++) {
    await user.post('/api/Boards', { Name: `Board ${n}` });
    const reply = await user.post('/api/Webhooks', {
      entityType: 'WorkOrders',
      action: 'Created',
      filterEntityType: 'Boards',
      filterConditionEntityID: n,
      targetUrl: n <= HANGING ? `${hanging.url}/hang/${n}` : `${receiver.url}/well/${n}`,
    });
    assert.equal(reply.status, 201, reply.text);
  }

  const began = performance.now();
  const posts: Promise<unknown>[] = [];
  for (let n = 0; n < EVENTS_PER_SECOND * SECONDS; n++) {
    await sleep(Math.max(0, began + (n * 1000) / EVENTS_PER_SECOND - performance.now()));
    posts.push(posted(user, { Name: `Order ${n}`, BoardID: (n % SUBSCRIPTIONS) + 1 }));
  }
  await Promise.all(posts);
  const expected = (EVENTS_PER_SECOND * SECONDS * (SUBSCRIPTIONS - HANGING)) / SUBSCRIPTIONS;
  const well = () => receiver.requests.filter(({ path }) => path.startsWith('/well'));
  await receiver.waitFor(() => well().length >= expected, 10_000);
  assert.ok(
    hanging.requests.some(({ path }) => path.startsWith('/hang')),
    'the others do hang',
  );
  return well().map((request) => Math.round(request.arrivedAt - Date.parse(bodyOf(request).processedDate)));
}

/** A burst may be refused while the machine is busy; here it is about what becomes of the events that there are. */
async function posted(user: Client, order: { Name: string; BoardID: number }): Promise<void> {
  for (const until = Date.now() + 10_000; ; await sleep(50)) {
    const reply = await user.post('/api/WorkOrders', order);
    if (reply.status === 201) return;
    assert.ok(reply.status === 503 && Date.now() < until, reply.text);
  }
}

onEitherEngine('an endpoint that hangs is asked one delivery at a time until it answers again', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine, { MDS_WEBHOOK_TIMEOUT_MS: '300' });
  const { id } = await subscribe({ action: 'Created' });
  let out = 0;
  let most = 0;
  let hangs = true;
  receiver.answer(({ response }) => {
    most = Math.max(most, ++out);
    response.on('close', () => out--);
    if (!hangs) response.end();
  });
  await task();
  await settled(id, allSettled);
  most = 0;
  await Promise.all(Array.from({ length: 6 }, () => task()));
  await settled(id, allSettled);
  assert.equal(most, 1, 'one at a time while it hangs');
  // A slow machine may have made the second task only when the first has hung long enough to be asked alone again.
  for (let attempt = 0; attempt < 5 && most === 1; attempt++) {
    hangs = false;
    await task();
    await settled(id, allSettled);
    hangs = true;
    await Promise.all(Array.from({ length: 6 }, () => task()));
    await settled(id, allSettled);
  }
  assert.ok(most > 1, 'side by side again after a success');
});

onEitherEngine('thirty-two deliveries of one subscription are out at a time', async (engine, t) => {
  const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  const all = Promise.withResolvers<void>();
  receiver.answer(async ({ response }) => {
    if (receiver.requests.length === 32) all.resolve();
    await all.promise;
    response.end();
  });
  await Promise.all(Array.from({ length: 32 }, () => task()));
  const found = await settled(id, (found) => found.length === 32 && allSettled(found));
  assert.ok(
    found.every(({ state }) => state === 'succeeded'),
    'none had to wait until another timed out',
  );
});

onEitherEngine(
  'more dead endpoints than there are slots delay neither quick nor slow ones, nor another account',
  async (engine, t) => {
    const {
      app,
      receiver,
      subscribe,
      client: user,
    } = await startWebhookApp(t, engine, {
      MDS_WEBHOOK_CONCURRENCY: '32',
      MDS_WEBHOOK_TIMEOUT_MS: '6000',
    });
    receiver.answer(async ({ received, response }) => {
      if (received.path === '/dead') return;
      if (received.path === '/slow') await sleep(1_200);
      response.end();
    });
    const other = await app.key(await app.account('Another firm'));
    await subscribe({ action: 'Created', targetUrl: `${receiver.url}/quick` });
    await subscribe({ action: 'Created', targetUrl: `${receiver.url}/slow` });
    const arrivals = (path: string) => receiver.requests.filter((request) => request.path === path);
    await user.post('/api/Tasks', { Name: 'How they answer is found out' });
    await receiver.waitFor(() => arrivals('/quick').length === 1 && arrivals('/slow').length === 1);
    await sleep(1_500);

    for (let n = 0; n < 100; n++) await subscribe({ action: 'Created', targetUrl: `${receiver.url}/dead` });
    await user.post('/api/Tasks', { Name: 'All slots for the dead' });
    await receiver.waitFor(() => arrivals('/dead').length >= 10);
    await sleep(1_500);
    await subscribe({ action: 'Created', targetUrl: `${receiver.url}/other` }, other);
    for (let n = 0; n < 3; n++) {
      await user.post('/api/Tasks', { Name: `Beside the dead ${n}` });
      await other.post('/api/Tasks', { Name: `Beside the dead ${n}` });
    }
    await receiver.waitFor(() => ['/quick', '/slow', '/other'].every((path) => arrivals(path).length >= 3), 10_000);
    for (const path of ['/quick', '/slow', '/other']) {
      const waits = arrivals(path).map((one) => one.arrivedAt - Date.parse(bodyOf(one).processedDate));
      assert.ok(Math.max(...waits) < 2_500, `${path} waited ${waits.map(Math.round)} ms`);
    }
  },
);
