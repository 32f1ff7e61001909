/** Builds the schema that the migrations create, by applying them to a database in memory. */
import { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '../sqlite/migrate.ts';
import { readSchema, sqliteSchemaDialect } from './schema.sqlite.ts';
import { buildRecordSchema, type Schema } from './schema.ts';

export function buildMigratedSchema(): Schema {
  const db = new DatabaseSync(':memory:');
  try {
    db.enableDefensive(false);
    for (const { sql } of readMigrations()) db.exec(sql);
    return readSchema({ db }, buildRecordSchema(sqliteSchemaDialect).keys());
  } finally {
    db.close();
  }
}
