/** Explains to the operator which column or table is missing in a database that cannot be opened. */
import { resolve } from 'node:path';
import { explainOpenFailure, type SqliteConnection } from '../sqlite/connection.ts';
import { migratedColumns, pendingMigrations } from '../sqlite/migrate.ts';
import { StorageError } from '../storage-error.ts';
import { compareColumns } from './migrated-columns.ts';
import { readColumns } from './schema.sqlite.ts';

/** Explains the failure of a statement; the connection must still be open. */
export function explainMissingColumns(failure: unknown, connection: SqliteConnection, file: string): unknown {
  const isLacking = failure instanceof Error && /^no such (column|table)\b/.test(failure.message);
  const version = isLacking && versionOf(connection, file);
  // A database with an older schema lacks what later migrations create, which is no damage.
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
    // The schema version is unreadable, so the other tables that should exist are unknown.
    return 'unknown';
  }
}
