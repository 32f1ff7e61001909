// What becomes of an outage that lasts. The large case is in outage.long.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { passPause, untilTried } from '../support/pass-time.ts';
import { startWebhookApp, trusting } from '../support/webhooks.ts';
import { outageDrill } from './outage.ts';

onEitherEngine(
  'an endpoint that was down for three hours gets everything, in order, and kill -9 in between changes nothing',
  async (engine, t) => {
    const { requests, drainedMs } = await outageDrill(t, engine, 20, 200);
    t.diagnostic(`${requests} requests while it was down, drained in ${drainedMs.toFixed(0)} ms`);
  },
);

test('on PostgreSQL several processes try a dead endpoint one at a time together', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const { receiver, client, subscribe, task, rename, deliveries, settled } = await startWebhookApp(t, 'postgres', {
    DATABASE_URL: url,
  });
  for (let n = 0; n < 2; n++) await startApp(t, 'postgres', { DATABASE_URL: url, ...trusting(receiver) });
  const { id } = await subscribe({ patience: '1d' });
  // Longer than this test takes.
  receiver.answer(({ response }) => void response.writeHead(503, { 'Retry-After': '600' }).end());
  const tasks = await Promise.all(Array.from({ length: 5 }, () => task()));
  await Promise.all(tasks.map((one) => rename(one, 'A')));
  const attempts = async () => (await deliveries(id)).flatMap((one) => one.attempts).length;
  await settled(id, (all) => all.length === 5 && all.some((one) => one.attempts.length > 0));
  for (let n = 0; n < 3; n++) {
    const before = receiver.requests.length;
    await passPause(url, client, id);
    await receiver.waitFor(before + 1);
    await untilTried(client, id);
    assert.equal(receiver.requests.length, before + 1);
  }
  assert.equal(await attempts(), receiver.requests.length);
});
