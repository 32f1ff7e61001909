import assert from 'node:assert/strict';
import { type Log, noLog } from '../../src/lib/log.ts';
import { onBothEngines } from '../support/app.ts';
import { metricsOf } from '../support/metrics.ts';
import { allSettled, type Shown, startWebhookApp } from '../support/webhooks.ts';

onBothEngines(
  'at 10 and 20 failures in a row a subscription is warned of, and its switching off is told',
  async (engine, t) => {
    const lines: Shown[] = [];
    const log: Log = {
      ...noLog,
      warn: (fields: object, message: string) => void lines.push({ ...fields, message }),
    } as Log;
    const { app, account, client, receiver, subscribe, subscription, task, settled } = await startWebhookApp(
      t,
      engine,
      {},
      [],
      log,
    );
    receiver.answer(({ response }) => void response.writeHead(503).end());
    const { id } = await subscribe({
      action: 'Created',
      name: 'Invoicing',
      targetUrl: 'https://127.0.0.1:9/path?token=secret',
    });
    const fail = async (upTo: number, from: number) => {
      for (let n = from; n < upTo; n++) await task();
      await settled(id, (found) => found.length === upTo && allSettled(found));
      return (await subscription(id)).warning;
    };
    assert.equal(await fail(9, 0), null);
    assert.match(await fail(10, 9), /^10 deliveries in a row have failed\. At 30 /);
    assert.match(await fail(12, 10), /^12 deliveries/);
    assert.match(await fail(20, 12), /^20 deliveries/);
    assert.equal(await fail(30, 20), null, 'then the reason says it');
    const off = await subscription(id);
    assert.deepEqual([off.active, off.warning], [false, null]);

    const notices = (await client.get('/api/Webhooks/Notices')).json;
    assert.deepEqual(
      notices.map(({ webhook, name, state }: Shown) => [webhook, name, state]),
      [
        [id, 'Invoicing', 'off'],
        [id, 'Invoicing', 'warned'],
        [id, 'Invoicing', 'warned'],
      ],
    );
    assert.equal(notices[0].why, off.deactivateReason);
    assert.match(notices[1].why, /^20 deliveries/);

    const told = lines.filter(({ message }) => /^webhook subscription/.test(message));
    assert.deepEqual(
      told.map(({ message, account: of, subscription: named }) => [message, of, named]),
      [
        ['webhook subscription warned', account.id, id],
        ['webhook subscription warned', account.id, id],
        ['webhook subscription switched off', account.id, id],
      ],
    );
    assert.ok(!JSON.stringify(told).includes('secret'), 'what follows the host may be secret');
    const metrics = await metricsOf(app.url);
    assert.equal(metrics.value('mds_webhook_warnings_total{shard="s1"}'), 2);
    assert.equal(metrics.value('mds_webhook_deactivations_total{by="failures",shard="s1"}'), 1);

    await client.send('POST', `/api/Webhooks/${id}/Reactivate`);
    const on = await subscription(id);
    assert.deepEqual([on.active, on.warning], [true, null]);
    const other = await app.key(account, { name: 'Another key' });
    assert.deepEqual((await other.get('/api/Webhooks/Notices')).json, [], 'another key sees nothing of it');
  },
);
