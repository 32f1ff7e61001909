// How the log of changes is read on PostgreSQL: through the index of records, also before PostgreSQL knows how much there is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testKeys } from '../../../../tests/support/keys.ts';
import { testDatabase } from '../../../../tests/support/postgres.ts';
import type { HistoryListing } from '../../../records/log/store.ts';
import { openPostgresShard } from '../../postgres/shard.ts';
import { createFoldSql } from '../../sql/fold-on-read.postgres.ts';
import { timestampDialect } from '../../webhooks/delivery-log.postgres.ts';
import { historyKeysQuery } from './history-list.ts';
import { hasJsonKeySql, selectVersionRanges } from './log.postgres.ts';

const listing = { where: [], changedFields: [], order: [{ field: 'version', descending: true }], skip: 0, take: 50 };

test('a history is read by the index of records, without sorting, in a database without statistics too', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server', poolSize: 2 });
  const client = new pg.Client(url);
  await client.connect();
  t.after(async () => {
    await client.end();
    await shard.close();
  });
  await client.query(`INSERT INTO accounts (id, name, created_on) VALUES ('a', 'A', 1)`);
  await client.query(`ALTER TABLE changes SET (autovacuum_enabled = false)`);
  await client.query(`INSERT INTO changes (account, type, record_id, version, committed_on, by_kind, submitter, events, before)
    SELECT a.key, 'Tasks', 1, n, n, 'system', 'ann@example.com', 'Updated', '{}' FROM accounts AS a, generate_series(1, 3000) AS n`);
  const keys = historyKeysQuery(
    { account: 1, type: 'Tasks', id: 1 },
    listing as unknown as HistoryListing,
    timestampDialect,
    hasJsonKeySql,
    createFoldSql([]),
  );
  for (const statistics of ['none', 'ANALYZE changes']) {
    if (statistics !== 'none') await client.query(statistics);
    for (const { text } of [keys, selectVersionRanges]) {
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const steps = rows.map((row) => row['QUERY PLAN'] as string).join('\n');
      assert.match(steps, /Index Scan Backward using changes_by_record/, `${statistics}\n${steps}`);
      if (text === keys.text) assert.doesNotMatch(steps, /Sort/, steps);
    }
  }
});
