/**
 * Detects a database restored from a dump. `home` in `meta` identifies the tables, database and server in which the
 * dump was made. Changes since then are lost and their numbers will be reused. So clients that follow a log must not
 * skip them as read.
 */
import type { Client } from './connection.ts';
import { readMeta, writeMeta } from './meta.ts';

/** Renews the log names of all accounts after a restore. Requires a transaction that has the migration lock. */
export async function renewLogsIfRestored(client: Client): Promise<void> {
  const [known, home] = [await readMeta(client, 'home'), await homeOf(client)];
  if (known === home) return;
  if (known !== undefined) await client.query('UPDATE accounts SET log = DEFAULT');
  await writeMeta(client, 'home', home);
}

async function homeOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ home: string; tells: boolean }>(`SELECT
      (SELECT oid FROM pg_database WHERE datname = current_database()) || ' ' || 'accounts'::regclass::oid AS home,
      has_function_privilege('pg_control_system()', 'EXECUTE') AS tells`);
  const { home, tells } = rows[0]!;
  // Not every provider lets its users read this.
  if (!tells) return home;
  const server = await client.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
  return `${server.rows[0]!.id} ${home}`;
}
