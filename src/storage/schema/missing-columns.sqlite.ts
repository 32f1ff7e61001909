/** A database that lacks a column or a table without which it cannot be opened: what it lacks, for the person who starts the program. */
import { resolve } from 'node:path';
import { explainOpenFailure, type SqliteConnection } from '../sqlite/connection.ts';
import { migratedColumns, pendingMigrations } from '../sqlite/migrate.ts';
import { StorageError } from '../storage-error.ts';
import { compareColumns } from './migrated-columns.ts';
import { readColumns } from './schema.sqlite.ts';

/** The failure of a statement on a connection that is still open. */
export function explainMissingColumns(failure: unknown, connection: SqliteConnection, file: string): unknown {
  const isLacking = failure instanceof Error && /^no such (column|table)\b/.test(failure.message);
  const version = isLacking && versionOf(connection, file);
  // An older one rightly has not got what later migrations make.
  if (!version || version === 'older') return explainOpenFailure(failure, file);
  const missing = compareColumns(migratedColumns(), readColumns(connection));
  const lacking = version === 'unknown' ? missing.filter(({ table }) => table === 'meta') : missing;
  if (lacking.length === 0) return explainOpenFailure(failure, file);
  const lines = lacking.map(({ message }) => `  ${message}`);
  return new StorageError([`${resolve(file)} is damaged. Restore the last backup.`, ...lines].join('\n'), {
    cause: failure,
  });
}

function versionOf(connection: SqliteConnection, file: string): 'this' | 'older' | 'unknown' {
  try {
    return pendingMigrations(connection, file).length > 0 ? 'older' : 'this';
  } catch {
    // It cannot even say which it is, and so not what else it should have.
    return 'unknown';
  }
}
