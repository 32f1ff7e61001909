import assert from 'node:assert/strict';
import { onBothEngines } from '../support/app.ts';
import { allSettled, namesOf, type Shown, startWebhookApp } from '../support/webhooks.ts';

onBothEngines(
  'a subscription without its own changes hears of those of others alone, and ends with the truth',
  async (engine, t) => {
    const { app, account, client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
    const someone = await app.key(account, { name: 'Somebody else' });
    const theirs = (id: number, value: string) =>
      someone.patch(`/api/Tasks/${id}`, [{ op: 'replace', path: '/Name', value }]);
    const all = await subscribe({ targetUrl: `${receiver.url}/all` });
    assert.equal(all.includeOwn, true);
    const others = await subscribe({ targetUrl: `${receiver.url}/others`, includeOwn: false });
    assert.equal(others.includeOwn, false);
    const record = await task();

    await theirs(record, 'B');
    await settled(others.id, (found) => found.length === 1 && allSettled(found));
    await rename(record, 'A');
    // Says the same as what was sent last; but in between the receiver itself made something else of it.
    await theirs(record, 'B');
    const log = await settled(others.id, (found) => found.length === 3 && allSettled(found));
    assert.deepEqual(
      log.map(({ state }: Shown) => state),
      ['succeeded', 'own', 'succeeded'],
    );
    const own = log[1];
    assert.deepEqual([own.attempts, own.nextAttemptOn, own.settledOn], [[], null, own.processedDate]);
    await settled(all.id, (found) => found.length === 3 && allSettled(found));
    const to = (path: string) => namesOf(receiver.requests.filter((request) => request.path === path));
    assert.deepEqual(to('/others'), ['B', 'B']);
    assert.deepEqual(to('/all'), ['B', 'A', 'B'], 'for another it is a change like every other');

    const tried = await client.post('/api/Tasks/DryRun', {
      id: record,
      patch: [{ op: 'replace', path: '/Name', value: 'C' }],
    });
    assert.deepEqual(
      tried.json.deliveries.map(({ webhook, outcome }: Shown) => [webhook, outcome]),
      [
        [all.id, 'sends'],
        [others.id, 'own'],
      ],
    );

    const resent = await client.send('POST', `/api/Webhooks/${others.id}/Deliveries/${own.id}/Resend`);
    assert.equal(resent.status, 201, 'who asks for it gets it');
    const patched = await client.patch(`/api/Webhooks/${others.id}`, [
      { op: 'replace', path: '/includeOwn', value: true },
    ]);
    assert.deepEqual([patched.status, patched.json.includeOwn], [200, true]);
    await rename(record, 'D');
    await settled(others.id, (found) => found.length === 5 && allSettled(found));
    assert.deepEqual(to('/others').sort(), ['A', 'B', 'B', 'D']);
    for (const includeOwn of ['yes', 1, []]) {
      const body = { entityType: 'Tasks', action: 'Updated', targetUrl: receiver.url, includeOwn };
      const reply = await client.post('/api/Webhooks', body);
      assert.deepEqual([reply.status, reply.json.errors[0].pointer], [400, '/includeOwn']);
    }
    assert.equal((await client.get('/api/Webhooks?includeOwn=true&count=true')).json.length, 2);
  },
);
