/**
 * A database that was put back from a dump knows where it was when that was made: in other tables, or in another database or server. Changes
 * since then are gone, and their numbers will be given again: whoever follows a log must not take them for read.
 */
import type { Client } from './connection.ts';
import { readMeta, writeMeta } from './meta.ts';

/** In a transaction under the lock of migrations. */
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
  // Not every provider lets its users ask.
  if (!tells) return home;
  const server = await client.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
  return `${server.rows[0]!.id} ${home}`;
}
