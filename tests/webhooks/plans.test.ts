// On PostgreSQL whoever delivers seeks in the table of deliveries, from the first one on: what was planned while there were few is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '../support/postgres.ts';
import { runSql } from '../support/run-sql.ts';
import { startWebhookApp } from '../support/webhooks.ts';

/** PostgreSQL tells its statistics what a connection did when that has been idle for a moment. */
const TOLD_AFTER_MS = 3_000;

test('no delivery is found by going through all of them', async (t) => {
  const DATABASE_URL = await testDatabase(t);
  const { receiver, subscribe, task, rename } = await startWebhookApp(t, 'postgres', { DATABASE_URL });
  await subscribe();
  const record = await task();
  for (let n = 1; n <= 30; n++) {
    await rename(record, `Valve ${n}`);
    await receiver.waitFor(n);
  }
  await sleep(TOLD_AFTER_MS);
  const [scans] = (await runSql(
    DATABASE_URL,
    `SELECT seq_scan::int AS whole, idx_scan::int AS sought FROM pg_stat_user_tables WHERE relname = 'deliveries'`,
  )) as [{ whole: number; sought: number }];
  assert.ok(scans.sought > 60, `${scans.sought} times sought`);
  assert.equal(scans.whole, 0);
});
