// Names that nobody answers for are their own subscriptions' trouble alone.

import assert from 'node:assert/strict';
import { onEitherEngine } from '../support/app.ts';
import { startNameServer } from '../support/name-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

/** More than one account may have under way. */
const DEAD = 60;

onEitherEngine(
  'names whose server keeps silent make no delivery of another account late or fail',
  async (engine, t) => {
    const names = await startNameServer(t, (name) => (name.startsWith('dead') ? 'silent' : '127.0.0.1'));
    const alive = await startReceiver({ names: ['alive.example'] });
    t.after(() => alive.stop());
    const { app, subscribe, task, subscription, deliveries } = await startWebhookApp(
      t,
      engine,
      { MDS_WEBHOOK_DNS: names.place, MDS_WEBHOOK_TIMEOUT_MS: '3000' },
      [alive],
    );
    const dead: number[] = [];
    for (let n = 0; n < DEAD; n++) {
      const { id } = await subscribe({ action: 'Created', targetUrl: `https://dead${n}.example/` });
      dead.push(id);
    }
    const other = await app.key(await app.account('Another firm'));
    await subscribe({ action: 'Created', targetUrl: `https://alive.example:${alive.port}/` }, other);
    await task();
    for (let n = 0; n < 4; n++) await other.post('/api/Tasks', { Name: `Beside the dead ${n}` });
    const arrived = await alive.waitFor(4, 8_000);
    const waits = arrived.map(({ arrivedAt, body }) => arrivedAt - Date.parse(JSON.parse(String(body)).processedDate));
    assert.ok(Math.max(...waits) < 3_000, `${waits} ms`);
    const { json: log } = await other.get('/api/Webhooks/1/Deliveries');
    assert.ok(allSettled(log) ? log.every(({ state }: { state: string }) => state === 'succeeded') : true);

    // Those that wait for their turn have not failed for that.
    const states = new Set<string>();
    for (const id of dead) states.add((await deliveries(id))[0].state);
    assert.ok(states.has('waiting'), 'some are still in line');
    assert.equal((await subscription(dead.at(-1)!)).active, true);
  },
);
