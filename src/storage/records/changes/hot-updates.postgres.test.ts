// What a patch or a delivery writes: a row whose indexed values stay is written beside the one before, and its indexes are left alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { made, patching, sample } from '../../../../tests/conformance/samples.ts';
import { testKeys } from '../../../../tests/support/keys.ts';
import { testDatabase } from '../../../../tests/support/postgres.ts';
import { runSql } from '../../../../tests/support/run-sql.ts';
import { recordTypeNames } from '../../../catalogue/index.ts';
import { openPostgresShard } from '../../postgres/shard.ts';
import { tableOf } from '../../sql/columns.ts';
import { sortTypesByReference } from '../../transfer/reference-order.ts';
import { ENDPOINT_STATE_COLUMNS } from '../../webhooks/queue/settle.ts';

const PATCHES = 3;

test('a patch of a field without an index, of all record types, and failures of a subscription leave every index alone (HOT)', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  for (const type of sortTypesByReference()) await shard.bulk(account).load(type, [sample(type, 1)]);
  const store = shard.records(account);
  for (const type of recordTypeNames) {
    for (let n = 1; n <= PATCHES; n++) {
      const UpdatedOn = new Date(Date.UTC(2027, 0, n)).toISOString();
      const patch = { CustomFields: { n }, UpdatedOn, UpdatedBy: `user ${n}` };
      await made(store, patching(type, 1, patch));
    }
  }
  // A connection tells what it did at its end.
  await shard.close();
  await failOften(url, account.key);

  const tables = [...recordTypeNames.map((type) => tableOf(type).name), 'subscriptions'];
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  const until = performance.now() + 5_000;
  for (let updates: Updates[] = []; ; await pause(20)) {
    updates = await read();
    const isTold = updates.every(({ patched }) => patched === PATCHES);
    if (!isTold && performance.now() < until) continue;
    assert.deepEqual(
      updates,
      tables.toSorted().map((table) => ({ table, patched: PATCHES, hot: PATCHES })),
    );
    return;
  }

  async function read(): Promise<Updates[]> {
    const { rows } = await client.query<Updates>(
      `SELECT relname AS table, n_tup_upd::integer AS patched, n_tup_hot_upd::integer AS hot
        FROM pg_stat_user_tables WHERE relname = ANY ($1) ORDER BY relname`,
      [tables],
    );
    return rows;
  }
});

/** All that settling writes while a subscription is on. */
async function failOften(url: string, account: number): Promise<void> {
  await runSql(
    url,
    `INSERT INTO subscriptions (account, id, integration_id, entity_type, action, target_url, sealed_headers, created_on)
      VALUES (${account}, 1, 'i', 'Tasks', 'Created', 'https://hooks.example/', '', 0)`,
  );
  const counts = ENDPOINT_STATE_COLUMNS.filter((column) => column !== 'active' && column !== 'deactivate_reason');
  const more = counts.map((column) => `${column} = coalesce(${column}, 0) + 1`).join(', ');
  for (let n = 1; n <= PATCHES; n++) await runSql(url, `UPDATE subscriptions SET ${more}`);
}

interface Updates {
  readonly table: string;
  readonly patched: number;
  readonly hot: number;
}
