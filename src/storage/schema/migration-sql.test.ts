// The SQL that `generate migration` prints, applied to databases that lack something, on both engines: afterwards they are as
// the catalogue wants them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { sample } from '../../../tests/conformance/samples.ts';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { emptyDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import { recordTypeNames } from '../../catalogue/index.ts';
import type { Client } from '../postgres/connection.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import { openConnection, type SqliteConnection } from '../sqlite/connection.ts';
import { applyMigrations } from '../sqlite/migrate.ts';
import { openSqliteShard } from '../sqlite/shard.ts';
import { buildMigratedSchema } from './migrated-schema.ts';
import { findColumnsWithoutDefault, findMissingSchema, isNothingMissing, renderMigrationSql } from './migration-sql.ts';
import { postgresSchemaDialect, readSchema as readPostgresSchema } from './schema.postgres.ts';
import { readSchema, sqliteSchemaDialect } from './schema.sqlite.ts';
import { buildRecordSchema, compareSchemas } from './schema.ts';

const ID = { id: 'acc_older', name: 'Older', createdOn: 1 };

test('the migrations lack nothing of the catalogue', () => {
  assert.ok(isNothingMissing(findMissingSchema(buildMigratedSchema())));
});

test('on SQLite, fields and a whole type that are missing come with their defaults, indexes and references', async (t) => {
  const { connection, file } = await olderSqlite(t);
  const found = () => readSchema(connection, buildRecordSchema(sqliteSchemaDialect).keys());
  const lacking = findMissingSchema(found());
  assertAll(lacking);
  applyMigrations(connection, [{ version: 9999, sql: renderMigrationSql('sqlite', lacking) }]);
  assert.deepEqual(compareSchemas(buildRecordSchema(sqliteSchemaDialect), found()), []);
  assert.deepEqual(
    { ...connection.db.prepare('SELECT required, priority FROM tasks').get() },
    { required: 0, priority: 0 },
  );
  assert.throws(() => connection.db.exec('UPDATE tasks SET asset_id = 99'), /FOREIGN KEY/, 'the reference is checked');
  assert.throws(() => connection.db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''`), /may not/);
  connection.db.exec(
    `UPDATE meta SET value = (SELECT value FROM meta WHERE name = 'before') WHERE name = 'schema_version'`,
  );
  connection.close();

  const shard = await openSqliteShard({ shardID: 's1', file, role: 'server' });
  t.after(() => shard.close());
  assert.deepEqual(await shard.examine(), [], 'documents have the fields, too');
});

test('on PostgreSQL, fields and a whole type that are missing come with their defaults, indexes and references', async (t) => {
  const { client, url } = await olderPostgres(t);
  const found = () => readPostgresSchema(client as unknown as Client);
  const lacking = findMissingSchema(await found(), postgresSchemaDialect);
  assertAll(lacking);
  await client.query(renderMigrationSql('postgres', lacking));
  await client.query(trigramsOfTasks());
  assert.deepEqual(compareSchemas(buildRecordSchema(postgresSchemaDialect), await found()), []);
  const { rows } = await client.query('SELECT required, priority FROM tasks');
  assert.deepEqual(rows, [{ required: false, priority: 0 }]);
  await assert.rejects(client.query('UPDATE tasks SET asset_id = 99'), /foreign key/);

  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  assert.deepEqual(await shard.examine(), [], 'documents have the fields, too');
});

test('the tables of all types can be made by it, on both engines', async (t) => {
  const all = findMissingSchema(new Map());
  assert.deepEqual([...all.types].sort(), [...recordTypeNames].sort());
  const connection = openConnection({
    file: join(temporaryFolder(t), 'all.db'),
    access: 'write',
    busyTimeoutMs: 0,
    cacheMiB: 1,
  });
  t.after(() => connection.close());
  connection.db.exec(`CREATE TABLE accounts (key INTEGER PRIMARY KEY); ${renderMigrationSql('sqlite', all)}`);
  const wanted = buildRecordSchema(sqliteSchemaDialect);
  assert.deepEqual(compareSchemas(wanted, readSchema(connection, wanted.keys())), []);

  const client = await connected(t, await emptyDatabase(t));
  await client.query(`CREATE TABLE accounts (key bigint PRIMARY KEY); ${renderMigrationSql('postgres', all)}`);
  assert.deepEqual(
    compareSchemas(buildRecordSchema(postgresSchemaDialect), await readPostgresSchema(client as unknown as Client)),
    [],
  );
});

test('a field that records could not get is named instead', () => {
  const found = new Map(buildMigratedSchema());
  const { name: _name, due_on: _due, ...columns } = found.get('tasks')!.columns;
  found.set('tasks', { ...found.get('tasks')!, columns });
  assert.deepEqual(findColumnsWithoutDefault(findMissingSchema(found)), ['Name of tasks']);
});

/** What both older databases lack: texts, a boolean, an enum, a reference, a unique text, and a type. */
function assertAll({ types, columns, uniqueIndexes }: ReturnType<typeof findMissingSchema>): void {
  assert.deepEqual(types, ['Routes']);
  const names = columns.map(({ table, column }) => `${table}.${column.name}`);
  assert.deepEqual(names, [
    'tasks.asset_id',
    'tasks.required',
    'tasks.priority',
    'tasks.notes',
    'tasks.external_id',
    'tasks.external_id_exact',
  ]);
  assert.deepEqual(
    uniqueIndexes.map(({ name }) => name),
    ['tasks_unique_external_id'],
  );
}

const olderTask = () => {
  const {
    AssetID: _a,
    Required: _b,
    Priority: _c,
    Notes: _d,
    ExternalID: _e,
    ...older
  } = { ...sample('Tasks', 1) } as Record<string, unknown>;
  return JSON.stringify(older).replaceAll("'", "''");
};

const dropped = ['asset_id', 'required', 'priority', 'notes', 'external_id', 'external_id_exact'];

async function olderSqlite(t: TestContext): Promise<{ connection: SqliteConnection; file: string }> {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'tool' });
  await shard.bulk(await shard.accounts.create(ID)).load('Tasks', [sample('Tasks', 1)]);
  await shard.close();
  const connection = openConnection({ file, access: 'write', busyTimeoutMs: 0, cacheMiB: 1 });
  connection.db.enableDefensive(false);
  connection.db.exec(`
    INSERT INTO meta SELECT 'before', value FROM meta WHERE name = 'schema_version';
    DROP TABLE routes_documents; DROP TABLE routes;
    DROP INDEX tasks_by_asset_id; DROP INDEX tasks_by_priority; DROP INDEX tasks_by_external_id; DROP INDEX tasks_unique_external_id;
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '  FOREIGN KEY (account, asset_id) REFERENCES assets (account, id),', '') WHERE name = 'tasks';
    PRAGMA writable_schema = RESET;
    ${dropped.map((column) => `ALTER TABLE tasks DROP COLUMN ${column};`).join('\n')}
    UPDATE tasks_documents SET text = '${olderTask()}';
    DELETE FROM meta WHERE name = 'document_fields'`);
  return { connection, file };
}

async function olderPostgres(t: TestContext): Promise<{ client: pg.Client; url: string }> {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  await shard.bulk(await shard.accounts.create(ID)).load('Tasks', [sample('Tasks', 1)]);
  await shard.close();
  const client = await connected(t, url);
  await client.query(`
    DROP TABLE routes_documents; DROP TABLE routes;
    ${dropped.map((column) => `ALTER TABLE tasks DROP COLUMN ${column};`).join('\n')}
    UPDATE tasks_documents SET text = '${olderTask()}';
    DELETE FROM meta WHERE name = 'document_fields'`);
  return { client, url };
}

/** An index over several columns went with one of them. Those of trigrams are made by hand. */
function trigramsOfTasks(): string {
  const search = readFileSync(join(import.meta.dirname, '../postgres/migrations/0010_search.sql'), 'utf8');
  return /^CREATE INDEX tasks_trigrams_search .*;$/m.exec(search)![0];
}

async function connected(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  return client;
}
