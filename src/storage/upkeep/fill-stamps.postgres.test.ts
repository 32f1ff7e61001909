// A database of the version before, whose documents had no stamps, with records of all types.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pageOf, plan, recordsOf } from '../../../tests/conformance/listing.ts';
import { sample } from '../../../tests/conformance/samples.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { type OlderType, olderTypes } from '../../../tests/support/older-schema.ts';
import { emptyDatabase } from '../../../tests/support/postgres.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import type { RecordFields } from '../../records/store.ts';
import { openPool } from '../postgres/connection.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import { arrayTypes } from '../records/changes/bulk-load.postgres.ts';
import { projectRecord } from '../sql/projection.ts';
import { fillStamps } from './fill-stamps.postgres.ts';

/** More than two batches. */
const TASKS = 4_500;
/** Of the last batch. */
const HELD = 4_100;

const folder = join(import.meta.dirname, '../postgres/migrations');
const FIRST = '0029_stamps.sql';

test('documents of before get their stamps; a run that was killed half way is begun again, by several at once', async (t) => {
  const { url, client, types } = await before(t);
  const stamped = async () =>
    (await client.query('SELECT count(*)::integer AS count FROM tasks_documents WHERE updated_on IS NOT NULL')).rows[0]
      .count as number;
  // The first migration has been applied; the next one waits for the stamps.
  await client.query(
    `${readFileSync(join(folder, FIRST), 'utf8')}; UPDATE meta SET value = '29' WHERE name = 'schema_version'`,
  );
  await client.query('BEGIN');
  await client.query('SELECT FROM tasks_documents WHERE id = $1 FOR UPDATE', [HELD]);
  const killed = assert.rejects(open(url));
  const waiting = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE tasks_documents%'`;
  const until = performance.now() + 10_000;
  let found: { pid: number }[] = [];
  while (found.length === 0 && performance.now() < until) {
    found = (await runSql(url, waiting)) as { pid: number }[];
    await pause(10);
  }
  await runSql(url, `SELECT pg_terminate_backend(${found[0]?.pid})`);
  await client.query('ROLLBACK');
  await killed;
  assert.equal(await version(client), '29', 'instances of the version before take no changes');
  const half = await stamped();
  assert.ok(half > 0 && half < TASKS, `${half} have got theirs`);

  const [shard, ...others] = await Promise.all([open(url), open(url), open(url)]);
  t.after(() => shard!.close());
  for (const one of others) await one.close();
  assert.equal(await stamped(), TASKS);
  assert.deepEqual(await shard!.examine(), []);
  const store = shard!.records((await shard!.accounts.find('acc_before'))!);
  const newest = [{ field: 'UpdatedOn', descending: true } as const, { field: 'ID', descending: true } as const];
  for (const { type } of types) {
    const all = await recordsOf(await pageOf(store, plan(type, { order: newest, take: 3 })));
    const last = type === 'Tasks' ? TASKS : 2;
    assert.deepEqual(
      all.map(({ ID }) => ID),
      [last, last - 1, last - 2].filter((id) => id > 0),
      type,
    );
  }
  const { rows } = await client.query<{ reloptions: string[] | null }>(
    'SELECT DISTINCT reloptions FROM pg_class WHERE relname = ANY ($1)',
    [types.flatMap(({ table }) => [table.name, table.documents])],
  );
  assert.deepEqual(rows, [{ reloptions: ['fillfactor=85'] }]);
});

test('a record type whose table comes with a later migration has no stamps to get', async (t) => {
  const { url, client } = await before(t);
  await client.query(`${readFileSync(join(folder, FIRST), 'utf8')}; DROP TABLE routes_documents, routes`);
  const pool = openPool({ url, applicationName: 'test', poolSize: 1 });
  t.after(() => pool.end());
  await fillStamps(pool);
  const { rows } = await client.query(
    'SELECT count(*)::integer AS count FROM tasks_documents WHERE updated_on IS NULL',
  );
  assert.deepEqual(rows, [{ count: 0 }]);
});

function open(url: string) {
  return openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
}

async function before(t: TestContext) {
  const url = await emptyDatabase(t);
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const files = readdirSync(folder).sort();
  const older = files.slice(0, files.indexOf(FIRST));
  for (const file of older) await client.query(readFileSync(join(folder, file), 'utf8'));
  await client.query(`INSERT INTO meta (name, value) VALUES ('schema_version', '28'), ('shard_id', 's1');
    INSERT INTO accounts (id, name, created_on, log) VALUES ('acc_before', 'Before', 1, 'aaaaaaaa')`);
  const types = await olderTypes(url);
  for (const one of types) {
    const ids = Array.from({ length: one.type === 'Tasks' ? TASKS : 2 }, (_, n) => n + 1);
    const given = (id: number) => ({ UpdatedOn: new Date(id * 1000).toISOString(), Deleted: id % 2 === 0 });
    await insert(
      client,
      one,
      ids.map((id) => one.older(sample(one.type, id, given(id)))),
    );
  }
  return { url, client, types };
}

async function insert(client: pg.Client, { type, table }: OlderType, records: readonly RecordFields[]): Promise<void> {
  const projected = records.map((fields) => projectRecord(table, fields));
  const columns = table.columns.map((_, n) => projected.map((values) => values[n]));
  const arrays = table.columns.map(({ declaration }, n) => `$${n + 1}::${arrayTypes[declaration.kind]}`);
  await client.query(
    `INSERT INTO ${table.name} (account, ${table.columns.map(({ name }) => name).join(', ')})
      SELECT 1, * FROM unnest(${arrays.join(', ')})`,
    columns,
  );
  await client.query(
    `INSERT INTO ${table.documents} (account, id, version, text) SELECT 1, id, 1, text FROM unnest($1::bigint[], $2::text[]) AS d (id, text)`,
    [columns[0], records.map((fields) => JSON.stringify(fields))],
  );
  await client.query('INSERT INTO record_counters (account, type, last_id) VALUES (1, $1, $2)', [type, records.length]);
}

async function version(client: pg.Client): Promise<string> {
  return (await client.query(`SELECT value FROM meta WHERE name = 'schema_version'`)).rows[0].value;
}
