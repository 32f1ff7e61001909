// The hand-written migrations against the catalogue, in both directions, on both databases.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import type { Client } from '../postgres/connection.ts';
import { migratedColumns as postgresColumns } from '../postgres/migrate.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import { openConnection } from '../sqlite/connection.ts';
import { migratedColumns as sqliteColumns } from '../sqlite/migrate.ts';
import { openSqliteShard } from '../sqlite/shard.ts';
import {
  postgresSchemaDialect,
  readColumns as readPostgresColumns,
  readSchema as readPostgresSchema,
} from './schema.postgres.ts';
import {
  readColumns as readSqliteColumns,
  readSchema as readSqliteSchema,
  sqliteSchemaDialect,
} from './schema.sqlite.ts';
import { buildRecordSchema, compareSchemas } from './schema.ts';

test('an SQLite database has the tables, columns, references and indexes of the catalogue, and no others', async (t) => {
  const connection = await migratedSqlite(t);
  const wanted = buildRecordSchema(sqliteSchemaDialect);
  assert.deepEqual(compareSchemas(wanted, readSqliteSchema(connection, wanted.keys())), []);
  assert.deepEqual(
    readSqliteColumns(connection),
    sqliteColumns(),
    'what is read from the migrations is what they make',
  );
});

test('a PostgreSQL database has the tables, columns, references and indexes of the catalogue, and no others', async (t) => {
  const client = await migratedPostgres(t);
  const wanted = buildRecordSchema(postgresSchemaDialect);
  assert.deepEqual(compareSchemas(wanted, await readPostgresSchema(client as unknown as Client)), []);
  const made = await readPostgresColumns(client as unknown as Client);
  assert.deepEqual(made, postgresColumns(), 'what is read from the migrations is what they make');
});

const sqliteDamage = {
  'DROP INDEX tasks_by_name': 'tasks: index tasks_by_name is missing',
  'CREATE INDEX tasks_by_notes ON tasks (account, notes)': 'tasks: index tasks_by_notes is not known to this program',
  'DROP INDEX users_unique_email': 'users: unique index users_unique_email is missing',
  'ALTER TABLE tasks ADD COLUMN colour TEXT': 'tasks: column colour is not known to this program',
  'ALTER TABLE tasks DROP COLUMN notes': 'tasks: column notes is missing',
  'DROP TABLE routes_documents': 'table routes_documents is missing',
};

for (const [statement, message] of Object.entries(sqliteDamage)) {
  test(`the comparison sees: ${statement}`, async (t) => {
    const connection = await migratedSqlite(t);
    connection.db.exec(statement);
    const wanted = buildRecordSchema(sqliteSchemaDialect);
    const messages = compareSchemas(wanted, readSqliteSchema(connection, wanted.keys())).map((one) => one.message);
    assert.deepEqual(messages, [message]);
  });
}

const postgresDamage = {
  'DROP INDEX tasks_by_name': 'tasks: index tasks_by_name is missing',
  'DROP INDEX users_unique_email': 'users: unique index users_unique_email is missing',
  'ALTER TABLE tasks ADD COLUMN colour text': 'tasks: column colour is not known to this program',
  'ALTER TABLE tasks ALTER COLUMN name DROP NOT NULL':
    'tasks: column name is "text COLLATE "C"" and should be "text COLLATE "C" not null"',
};

for (const [statement, message] of Object.entries(postgresDamage)) {
  test(`the comparison sees on PostgreSQL: ${statement}`, async (t) => {
    const client = await migratedPostgres(t);
    await client.query(statement);
    const found = await readPostgresSchema(client as unknown as Client);
    assert.deepEqual(
      compareSchemas(buildRecordSchema(postgresSchemaDialect), found).map((one) => one.message),
      [message],
    );
  });
}

async function migratedSqlite(t: TestContext) {
  const file = join(temporaryFolder(t), 'shard.db');
  await (await openSqliteShard({ shardID: 's1', file, role: 'tool' })).close();
  const connection = openConnection({ file, access: 'write', busyTimeoutMs: 0, cacheMiB: 1 });
  t.after(() => connection.close());
  return connection;
}

async function migratedPostgres(t: TestContext): Promise<pg.Client> {
  const url = await testDatabase(t);
  await (await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' })).close();
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  return client;
}
