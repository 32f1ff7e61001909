/** A database that has all tables and nothing in them, which those of tests are copied from. */
import { openConnection } from '../../src/storage/sqlite/connection.ts';
import { applyMigrations, pendingMigrations } from '../../src/storage/sqlite/migrate.ts';

export function createMigrated(file: string): void {
  const connection = openConnection({ file, access: 'write', busyTimeoutMs: 0, cacheMiB: 4 });
  applyMigrations(connection, pendingMigrations(connection, file));
  connection.close();
}
