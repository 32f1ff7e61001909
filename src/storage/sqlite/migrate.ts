/** Brings a database to the schema of this program: numbered SQL files, each applied once in a transaction of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../storage-error.ts';
import type { Connection } from './connection.ts';
import { readMeta, writeMeta } from './meta.ts';

interface Migration {
  readonly version: number;
  readonly sql: string;
}

const folder = join(import.meta.dirname, 'migrations');

/** The schema's version before; throws where the database is newer than the program or belongs to another one. */
export function pendingMigrations(connection: Connection, file: string): Migration[] {
  const version = schemaVersion(connection, file);
  const all = readMigrations();
  const newest = all.at(-1)!.version;
  if (version > newest) {
    throw new StorageError(
      `${file} was written by a newer version of this program (schema ${version}; this one knows ${newest}). Use that version.`,
    );
  }
  return all.filter((migration) => migration.version > version);
}

export function applyMigrations(connection: Connection, migrations: readonly Migration[], file: string): void {
  for (const { version, sql } of migrations) {
    connection.transaction(() => {
      // Another tool may have been faster while this one waited for the transaction.
      if (schemaVersion(connection, file) >= version) return;
      connection.db.exec(sql);
      writeMeta(connection, 'schema_version', String(version));
    });
  }
}

function schemaVersion(connection: Connection, file: string): number {
  const tables = connection.db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  if (tables.length === 0) return 0;
  if (!tables.some((table) => table.name === 'meta')) {
    throw new StorageError(`${file} is a database of another program. Name another file; this one was left as it is.`);
  }
  return Number(readMeta(connection, 'schema_version') ?? 0);
}

function readMigrations(): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_\w+\.sql$/.test(name));
  return names.sort().map((name) => ({
    version: Number(name.slice(0, 4)),
    sql: readFileSync(join(folder, name), 'utf8'),
  }));
}
