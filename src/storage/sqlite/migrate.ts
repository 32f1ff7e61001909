/**
 * Migrates a database to the schema of this program. Migrations are numbered SQL files, each applied once in its own
 * transaction.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseColumns, type TableColumns } from '../schema/migrated-columns.ts';
import { type DatabaseIndex, parseIndexes } from '../schema/migrated-indexes.ts';
import type { SchemaProgress } from '../shards.ts';
import { StorageError } from '../storage-error.ts';
import type { SqliteConnection } from './connection.ts';
import { readMeta, writeMeta } from './meta.ts';

interface Migration {
  readonly version: number;
  readonly sql: string;
}

const folder = join(import.meta.dirname, 'migrations');

/** Returns the migrations that the database lacks. Throws if it is newer than the program. */
export function pendingMigrations(connection: SqliteConnection, file: string): Migration[] {
  const version = schemaVersion(connection);
  const all = readMigrations();
  const newest = all.at(-1)!.version;
  if (version > newest) {
    throw new StorageError(
      `${file} was written by a newer version of this program (schema ${version}; this one knows ${newest}). Use that version.`,
    );
  }
  return all.filter((migration) => migration.version > version);
}

/** Applies the migrations. Calls `onMigration` before each. */
export function applyMigrations(
  connection: SqliteConnection,
  migrations: readonly Migration[],
  onMigration: (progress: SchemaProgress) => void = () => {},
): void {
  const from = schemaVersion(connection);
  const newest = migrations.at(-1)!.version;
  // Migrations may write to the schema table: it is the only way to give a table another foreign key.
  connection.db.enableDefensive(false);
  try {
    for (const migration of migrations) {
      onMigration({ from, next: migration.version, newest });
      connection.transaction(() => apply(connection, migration));
    }
  } finally {
    connection.db.enableDefensive(true);
  }
}

function apply(connection: SqliteConnection, { version, sql }: Migration): void {
  // Another tool may have applied it while this one waited for the transaction.
  if (schemaVersion(connection) >= version) return;
  connection.db.exec(sql);
  writeMeta(connection, 'schema_version', String(version));
}

/** Returns the progress of a database that lacks no migration. */
export function schemaProgress(connection: SqliteConnection): SchemaProgress {
  const version = schemaVersion(connection);
  return { from: version, next: version, newest: version };
}

function schemaVersion(connection: SqliteConnection): number {
  const isEmpty = connection.db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  return isEmpty ? 0 : Number(readMeta(connection, 'schema_version') ?? 0);
}

/** Returns all indexes that the migrations create. */
export function migratedIndexes(): ReadonlyMap<string, DatabaseIndex> {
  return parseIndexes(readMigrations().map(({ sql }) => sql));
}

export function migratedColumns(): TableColumns {
  return parseColumns(readMigrations().map(({ sql }) => sql));
}

export function readMigrations(): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_\w+\.sql$/.test(name));
  return names.sort().map((name) => ({
    version: Number(name.slice(0, 4)),
    sql: readFileSync(join(folder, name), 'utf8'),
  }));
}
