// However much waits for one record, other records are not held up by it; and a test by nothing that waits.

import assert from 'node:assert/strict';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { busyAccount, waitingOf } from '../conformance/busy-account.ts';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { openShard } from '../support/exported-account.ts';
import { runSql } from '../support/run-sql.ts';
import { bodyOf, startWebhookApp } from '../support/webhooks.ts';

const WAITING = 100_000;

onBothEngines('100,000 deliveries behind one that is retried do not hold up ten other records', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { receiver, subscribe, task, rename, deliveries } = await startWebhookApp(t, engine, {
    DATABASE_URL: url,
    MDS_WEBHOOK_RETRY_MS: '60000',
  });
  const { id } = await subscribe();
  const blocked = await task();
  const others = await Promise.all(Array.from({ length: 10 }, () => task()));
  receiver.answer(({ received, response }) => {
    response.statusCode = bodyOf(received).data.ID === blocked ? 500 : 200;
    response.end();
  });
  await rename(blocked, 'In retry');
  await receiver.waitFor(1);
  const arrivals = async (name: string) => {
    const before = receiver.requests.length;
    for (const other of others) await rename(other, name);
    const requests = (await receiver.waitFor(before + 10)).slice(before);
    const waits = requests.map(({ arrivedAt, body }) => arrivedAt - Date.parse(JSON.parse(String(body)).processedDate));
    t.diagnostic(`${name}, from commit to arrival: ${waits.map((wait) => wait.toFixed(1)).join(', ')} ms`);
    return waits.toSorted((a, b) => a - b);
  };
  const usual = await arrivals('With nothing waiting');
  await runSql(
    url,
    `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${WAITING})
    SELECT d.subscription, d.record_id, d.change_seq, 'msg_' || n, 'event', 'waiting',
      d.created_on, d.created_on, d.processed_on FROM n CROSS JOIN deliveries AS d WHERE d.record_id = ${blocked}`,
  );
  assert.equal((await deliveries(id, 'take=1&skip=99999')).length, 1);

  const waits = await arrivals('At once');
  // The half of them, beside what it took a moment ago: the machine may have other things to do.
  assert.ok(waits[4]! < 250 + 3 * usual[4]! && waits[9]! < 2_000 + 3 * usual[9]!, `${waits} ms, before ${usual} ms`);
  assert.equal(receiver.requests.length, 21, 'the record in retry and what waits behind it stay where they are');
});

onBothEngines(
  'a look through more records than are sought names the tests that it does not come to',
  async (engine, t) => {
    const { shard, url } = await openShard(t, engine, 'server');
    const account = await busyAccount(shard, 'acc_backlog');
    const subscriptions = shard.subscriptions(account, `int_1_${account.id}`);
    const test = async () => {
      const sent = await subscriptions.test(2, () => ({ text: '{}', submitter: 'dana@example.com' }));
      return (sent as Delivery).recordID;
    };
    const early = await test();
    await runSql(
      url,
      `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
    SELECT d.subscription, d.record_id + n, d.change_seq, 'msg_' || n, 'event', 'waiting',
      d.created_on, d.created_on, d.processed_on FROM n CROSS JOIN (
        SELECT * FROM deliveries WHERE state = 'waiting' AND cause = 'event' ORDER BY id LIMIT 1) AS d`,
    );
    const late = await test();
    const heads = (await waitingOf(shard, account)).find(({ heads }) => heads.target.subscriptionID === 2)!.heads;
    assert.ok(heads.due.some(({ record }) => record === early));
    assert.deepEqual(heads.left, [late], 'what leaves now is not left');
  },
);
