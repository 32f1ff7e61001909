// The oldest delivery of a subscription leaves first, however fast newer ones come.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrl, onEitherEngine } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { startWebhookApp } from '../support/webhooks.ts';

/** Few enough to be sorted, and more than are looked at in one go. */
for (const older of [200, 700]) {
  onEitherEngine(`${older} older deliveries leave in their order and before newer ones`, async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { receiver, subscribe, task } = await startWebhookApp(t, engine, {
      DATABASE_URL: url,
      MDS_WEBHOOK_CONCURRENCY: '32',
    });
    await subscribe({ action: 'Created' });
    await task();
    await receiver.waitFor(1);
    receiver.answer(async ({ response }) => {
      await sleep(20);
      response.end();
    });
    // The later a delivery, the lower its record, so that no other order looks like theirs.
    await runSql(
      url,
      `INSERT INTO deliveries
        (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${older})
      SELECT d.subscription, 1000000 - n, d.change_seq, 'old_' || n, 'event', 'waiting',
        d.created_on, d.created_on, d.processed_on FROM n CROSS JOIN (SELECT * FROM deliveries ORDER BY id LIMIT 1) AS d ORDER BY n`,
    );
    const isOld = (name: string) => name.startsWith('old_');
    const names = () => receiver.requests.slice(1).map(({ headers }) => String(headers['webhook-id']));
    const allOld = () => names().filter(isOld).length === older;
    const newer = (async () => {
      while (!allOld()) await Promise.all([task(), task(), task(), task()]);
    })();
    await receiver.waitFor(allOld, 60_000);
    await newer;

    const arrived = names();
    const old = arrived.filter(isOld).map((name) => Number(name.slice(4)));
    const furthest = Math.max(...old.map((n, at) => Math.abs(n - 1 - at)));
    assert.ok(furthest <= 32, `one left ${furthest} places from its own`);
    const from = arrived.findIndex(isOld);
    const overtook = arrived.slice(from, arrived.findLastIndex(isOld)).filter((name) => !isOld(name)).length;
    assert.ok(overtook <= 32, `${overtook} newer ones overtook them`);
  });
}
