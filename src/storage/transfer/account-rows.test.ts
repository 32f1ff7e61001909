// What travels with an account, against the tables of both databases: a new table or column is carried or named here.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { recordTypeNames } from '../../catalogue/index.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import { tableOf } from '../sql/columns.ts';
import { openSqliteShard } from '../sqlite/shard.ts';
import { serviceTableColumns } from './account-rows.ts';

type Columns = Map<string, string[]>;

/** Why a table, or a column, does not travel. */
const leftBehind: Record<string, string | Record<string, string>> = {
  meta: 'about the database itself',
  lanes: 'who sends right now',
  workers: 'who is there to send right now',
  rate_limits: 'the last minute of each key',
  rate_limit_slots: 'the last minute of each key',
  accounts: {
    key: 'a number of this database',
    id: 'in the header',
    name: 'in the header',
    created_on: 'in the header',
    currency: 'in the header',
    frozen: 'in the header; it arrives frozen in any case',
    log: 'numbers are others where it arrives, so it is another log',
    log_begins: 'likewise',
    arrived_on: 'it is when it came here',
  },
  sessions: 'people sign in again where it arrives',
  links: 'they lead to where the account was',
  mail: 'it is sent from where the account was',
  mail_pace: 'the last day of each account',
  usage_hours: 'counted anew where it arrives',
  audit: { id: 'a number of this database' },
  bystanders: 'transactions of this database server',
  spent_ceremonies: 'what was begun at another service is not finished here',
  sign_in_attempts: 'who has tried too often at another service may try here',
  subscriptions: { key: 'a number of this database', removed_on: 'what is removed stays behind' },
};

/** The account's key in rows is a number of this database. */
const ACCOUNT = 'account';

const engines: Record<string, (t: TestContext) => Promise<Columns>> = {
  sqlite: sqliteColumns,
  postgres: postgresColumns,
};

for (const [engine, columnsOf] of Object.entries(engines)) {
  test(`every column of ${engine} travels with its account, or there is a reason why not`, async (t) => {
    const unexplained: string[] = [];
    const tables = await columnsOf(t);
    assert.ok(tables.size > 35);
    for (const [table, columns] of tables) {
      if (isRecordTable(table)) continue;
      const reasons = leftBehind[table] ?? {};
      if (typeof reasons === 'string') continue;
      const carried: object = serviceTableColumns[table as keyof typeof serviceTableColumns] ?? {};
      for (const column of columns) {
        if (column !== ACCOUNT && !(column in carried) && !(column in reasons)) unexplained.push(`${table}.${column}`);
      }
    }
    assert.deepEqual(unexplained, []);
  });

  test(`every column that travels is there on ${engine}`, async (t) => {
    const tables = await columnsOf(t);
    for (const [table, carried] of Object.entries(serviceTableColumns)) {
      for (const column of Object.keys(carried)) assert.ok(tables.get(table)?.includes(column), `${table}.${column}`);
    }
  });
}

/** Documents travel, and projections are made from them. */
function isRecordTable(table: string): boolean {
  return recordTypeNames.map(tableOf).some(({ name, documents }) => name === table || documents === table);
}

async function sqliteColumns(t: TestContext): Promise<Columns> {
  const file = join(temporaryFolder(t), 'shard.db');
  await (await openSqliteShard({ shardID: 's1', file, role: 'tool' })).close();
  const db = new DatabaseSync(file);
  t.after(() => db.close());
  const rows = db
    .prepare(`SELECT t.name AS "table", c.name AS column FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    .all();
  return grouped(rows as { table: string; column: string }[]);
}

async function postgresColumns(t: TestContext): Promise<Columns> {
  const url = await testDatabase(t);
  await (await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' })).close();
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  const { rows } = await client.query(`SELECT table_name AS table, column_name AS column
    FROM information_schema.columns WHERE table_schema = 'public'`);
  return grouped(rows);
}

function grouped(rows: readonly { table: string; column: string }[]): Columns {
  const columns: Columns = new Map();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}
