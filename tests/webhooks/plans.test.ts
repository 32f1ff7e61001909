// On PostgreSQL whoever delivers seeks in the table of deliveries, from the first one on: what was planned while there were few is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresDialect } from '../../src/storage/sql/dialect.postgres.ts';
import { readOwnAudience } from '../../src/storage/webhooks/audience.postgres.ts';
import { countEventsQuery, type RecoverySubscriber } from '../../src/storage/webhooks/recovery/recovery-queries.ts';
import { testDatabase } from '../support/postgres.ts';
import { runSql } from '../support/run-sql.ts';
import { startWebhookApp } from '../support/webhooks.ts';

/** PostgreSQL tells its statistics what a connection did when that has been idle for a moment, which on a busy machine may be ten seconds. */
const TOLD_WITHIN_MS = 30_000;

test('no delivery is found by going through all of them', async (t) => {
  const DATABASE_URL = await testDatabase(t);
  const { receiver, subscribe, task, rename } = await startWebhookApp(t, 'postgres', { DATABASE_URL });
  await subscribe();
  const record = await task();
  for (let n = 1; n <= 30; n++) {
    await rename(record, `Valve ${n}`);
    await receiver.waitFor(n);
  }
  let scans = await scansOfDeliveries(DATABASE_URL);
  for (const until = Date.now() + TOLD_WITHIN_MS; scans.sought <= 60 && Date.now() < until; await sleep(250)) {
    scans = await scansOfDeliveries(DATABASE_URL);
  }
  assert.ok(scans.sought > 60, `${scans.sought} times sought`);
  assert.equal(scans.whole, 0);

  // Nor, of what was sent again and again, the first, behind all that went before it.
  await sendOften(DATABASE_URL);
  const query = countEventsQuery(
    SUBSCRIBER,
    RESEND,
    { knownSince: 0 },
    { after: 0, through: 500, ends: 500 },
    postgresDialect,
  );
  const plan = await planOf(DATABASE_URL, query.text, query.values);
  assert.match(plan, /deliveries_by_change/, plan);
  assert.doesNotMatch(plan, /(Seq Scan on|deliveries_pkey on) deliveries deliveries_1/, plan);

  // Nor, for those who would hear of a change, among all that was sent to others and waits for them.
  await subscribeOften(DATABASE_URL);
  const audience = await planOf(DATABASE_URL, readOwnAudience.text, [
    1,
    "'Tasks'",
    "'{Updated}'",
    'NULL',
    'NULL',
    record,
  ]);
  assert.match(
    audience,
    /using deliveries_waiting on deliveries w .*\n *Index Cond: .*subscription = s\.key.*record_id/,
  );
  assert.match(audience, /using deliveries_sent on deliveries p .*\n *Index Cond: .*subscription = s\.key.*record_id/);
});

/** Values as they stand in a statement. */
async function planOf(url: string, text: string, values: readonly unknown[]): Promise<string> {
  const filled = text.replaceAll(/\$(\d+)/g, (_all, n) => `${values[Number(n) - 1]}`);
  return (await runSql(url, `EXPLAIN ${filled}`)).map((step) => Object.values(step)[0]).join('\n');
}

const SUBSCRIBER: RecoverySubscriber = {
  key: 1,
  account: 1,
  entityType: 'Tasks',
  action: 'Created',
  filterValue: null,
  createdOn: 0,
  leavesOut: undefined,
};
const RESEND = { kind: 'resend', filter: '' } as const;

/** A few changes, with thousands of deliveries each. */
async function sendOften(url: string): Promise<void> {
  await runSql(
    url,
    `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, created_on, processed_on, settled_on)
      SELECT d.subscription, d.record_id, d.change_seq, d.webhook_id, 'resend', 'failed', 1, 1, 1
      FROM (SELECT * FROM deliveries ORDER BY id DESC LIMIT 10) AS d CROSS JOIN generate_series(1, 3000)`,
  );
  await runSql(url, 'ANALYZE deliveries');
}

async function subscribeOften(url: string): Promise<void> {
  const same = 'account, integration_id, entity_type, action, target_url, created_on, sealed_headers';
  await runSql(
    url,
    `INSERT INTO subscriptions (id, ${same}) SELECT 1000 + n, ${same} FROM subscriptions CROSS JOIN generate_series(1, 50) AS n`,
  );
  await runSql(url, 'ANALYZE subscriptions');
}

async function scansOfDeliveries(url: string): Promise<{ whole: number; sought: number }> {
  const sql = `SELECT seq_scan::int AS whole, idx_scan::int AS sought FROM pg_stat_user_tables WHERE relname = 'deliveries'`;
  const [scans] = await runSql(url, sql);
  return scans as { whole: number; sought: number };
}
