// On PostgreSQL whoever delivers seeks in the table of deliveries, from the first one on: what was planned while there were few is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
});

async function scansOfDeliveries(url: string): Promise<{ whole: number; sought: number }> {
  const sql = `SELECT seq_scan::int AS whole, idx_scan::int AS sought FROM pg_stat_user_tables WHERE relname = 'deliveries'`;
  const [scans] = await runSql(url, sql);
  return scans as { whole: number; sought: number };
}
