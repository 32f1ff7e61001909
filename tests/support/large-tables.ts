/** Both databases with tables of many rows, for tests that count what a statement looks at. */

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import { openPostgresShard } from '../../src/storage/postgres/shard.ts';
import { applyPlannerHints } from '../../src/storage/records/lists/list-search.postgres.ts';
import { postgresDialect } from '../../src/storage/sql/dialect.postgres.ts';
import { sqliteDialect } from '../../src/storage/sql/dialect.sqlite.ts';
import { openConnection } from '../../src/storage/sqlite/connection.ts';
import { applyMigrations, pendingMigrations } from '../../src/storage/sqlite/migrate.ts';
import { insertManyDocuments, insertManyRows } from '../conformance/many-rows.ts';
import { ACCOUNT, type LargeTable } from '../conformance/narrow-lists.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { testKeys } from './keys.ts';
import { testDatabase } from './postgres.ts';

export interface LargeDatabase extends LargeTable {
  fill(type: RecordTypeName, rows: number): Promise<void>;
  /** Writes the documents anew, as the rows are now. */
  document(type: RecordTypeName): Promise<void>;
  run(sql: string): Promise<void>;
}

export const largeDatabases = { sqlite: openLargeSqlite, postgres: openLargePostgres };

async function openLargeSqlite(t: TestContext): Promise<LargeDatabase> {
  const file = join(temporaryFolder(t), 'large.db');
  const connection = openConnection({ file, access: 'write', busyTimeoutMs: 100, cacheMiB: 64 });
  t.after(() => connection.close());
  applyMigrations(connection, pendingMigrations(connection, file));
  const { db } = connection;
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF');
  let visited = 0;
  db.function('visit', (_key) => {
    visited++;
    return 1;
  });
  const all = ({ text, values }: { text: string; values: unknown[] }) => {
    const statement = connection.prepareForNow(text);
    statement.setReturnArrays(true);
    return statement.all(...(values as never[])) as unknown as unknown[][];
  };
  return {
    // Looked at first, row by row.
    dialect: { ...sqliteDialect, watched: (key) => `likelihood(visit(${key}), 1.0)` },
    rows: async (query) => all(query),
    async visited(query) {
      visited = 0;
      all(query);
      return visited;
    },
    async fill(type, rows) {
      db.exec(insertManyRows(type, ACCOUNT, rows));
    },
    document: async (type) => db.exec(insertManyDocuments(type, sqliteDialect)),
    run: async (sql) => db.exec(sql),
  };
}

async function openLargePostgres(t: TestContext): Promise<LargeDatabase> {
  const url = await testDatabase(t);
  await (await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' })).close();
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig);
  await client.connect();
  t.after(() => client.end());
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  client.setTypeParser(20, Number);
  return {
    dialect: postgresDialect,
    async rows({ text, values }) {
      return (await client.query({ text, values: values as unknown[], rowMode: 'array' })).rows;
    },
    async visited({ text, values }, way) {
      await client.query('BEGIN');
      await applyPlannerHints(client as never, way);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values as unknown[]);
      await client.query('ROLLBACK');
      return visitedBy(rows[0]['QUERY PLAN'][0].Plan);
    },
    async fill(type, rows) {
      await client.query(insertManyRows(type, ACCOUNT, rows));
      // Lists by the time of the last change are led to by them.
      await client.query(insertManyDocuments(type, postgresDialect));
    },
    document: async (type) => void (await client.query(insertManyDocuments(type, postgresDialect))),
    run: async (sql) => void (await client.query(sql)),
  };
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function visitedBy(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + visitedBy(one), 0);
  if (node['Relation Name'] === undefined && node['Index Name'] === undefined) return below;
  const { 'Rows Removed by Filter': left = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  return below + (node['Actual Rows'] + left + rechecked) * node['Actual Loops'];
}
