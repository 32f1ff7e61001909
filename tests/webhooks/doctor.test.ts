// The examination of a database finds what is wrong about subscriptions and deliveries.

import assert from 'node:assert/strict';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

onBothEngines('damage to subscriptions and deliveries is found and named', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { app, subscribe, task, settled } = await startWebhookApp(t, engine, { DATABASE_URL: url });
  const { id } = await subscribe({ action: 'Created' });
  await task();
  await task();
  await settled(id, (found) => found.length === 2 && allSettled(found));
  assert.deepEqual(await app.shard.examine(), []);

  const damages: [sql: string, undo: string, found: RegExp][] = [
    [
      `UPDATE deliveries SET state = 'succeeded', due_on = 5 WHERE id = 1`,
      'UPDATE deliveries SET due_on = NULL WHERE id = 1',
      /delivery 1 is succeeded, which its times contradict/,
    ],
    [
      `UPDATE record_counters SET last_id = 0 WHERE type = 'Webhooks'`,
      `UPDATE record_counters SET last_id = 1 WHERE type = 'Webhooks'`,
      /the newest subscription has id 1, the counter stands at 0/,
    ],
    [
      `UPDATE subscriptions SET deactivate_reason = 'None'`,
      'UPDATE subscriptions SET deactivate_reason = NULL',
      /whether subscription 1 is on and the reason contradict/,
    ],
    [
      'UPDATE subscriptions SET down_since = 5',
      'UPDATE subscriptions SET down_since = NULL',
      /whether the endpoint of subscription 1 is down and when it is tried next contradict/,
    ],
    [
      'UPDATE subscriptions SET patience_ms = 5',
      'UPDATE subscriptions SET patience_ms = NULL',
      /nothing can be delivered to subscription 1: \/patience must be/,
    ],
    [
      `UPDATE subscription_periods SET state = 'off'`,
      `UPDATE subscription_periods SET state = 'on'`,
      /whether subscription 1 is on and its last period contradict/,
    ],
    [
      `UPDATE deliveries SET state = 'waiting', due_on = 9999999999999, settled_on = NULL, change_seq = 99 WHERE id = 2`,
      `UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = 1 WHERE id = 2`,
      /delivery 2 waits, but its event does not exist/,
    ],
    [
      `INSERT INTO recoveries (subscription, id, wish, per_second, state, begins, ends, place, width, due_on, created_on, open)
        SELECT key, 1, '{}', 1, 'complete', 0, 0, 0, 1, 1, 1, FALSE FROM subscriptions`,
      'DELETE FROM recoveries',
      /recovery 1 of subscription 1 is complete, which its place or its times contradict/,
    ],
  ];
  for (const [sql, undo, found] of damages) {
    await runSql(url, sql);
    const findings = await app.shard.examine();
    assert.equal(findings.length, 1, sql);
    assert.match(findings[0]!.message, found);
    await runSql(url, undo);
    assert.deepEqual(await app.shard.examine(), [], undo);
  }
});
