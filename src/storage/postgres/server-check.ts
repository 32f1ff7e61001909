/** Checks the requirements that a PostgreSQL server must meet to hold a shard. Errors say how to meet them. */
import pg from 'pg';
import { StorageError, UnreachableDatabase } from '../storage-error.ts';
import type { Client } from './connection.ts';
import { readOnly } from './opening-failure.ts';

export interface ServerFacts {
  /** Version number, for example 180004 for 18.4. */
  readonly version: number;
  readonly version_name: string;
  readonly encoding: string;
  /** Schema in which pg_trgm is installed; null if it is not installed. */
  readonly trigrams: string | null;
  readonly trigrams_available: boolean;
  /** True if the server is a standby, which takes no changes. */
  readonly replica: boolean;
}

export async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_name,
      current_setting('server_encoding') AS encoding,
      (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams,
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams_available,
      pg_is_in_recovery() AS replica`);
  const facts = rows[0]!;
  if (facts.replica) throw new UnreachableDatabase(readOnly('is a replica (standby), which takes no changes'));
  const missing = findMissingRequirement(facts);
  if (missing !== undefined) throw new StorageError(missing);
  if (facts.trigrams === null) await installTrigrams(client);
  // The extension may be installed in its own schema, which the migrations must then find.
  else
    await client.query(
      `SELECT set_config('search_path', concat_ws(', ', current_setting('search_path'), $1::text), true)`,
      [facts.trigrams],
    );
}

export function findMissingRequirement(facts: ServerFacts): string | undefined {
  if (facts.version < 150_000) return `PostgreSQL ${facts.version_name} is too old. Use version 15 or newer.`;
  if (facts.encoding !== 'UTF8') {
    return `The database keeps its texts in ${facts.encoding}. Use one made with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.`;
  }
  if (facts.trigrams === null && !facts.trigrams_available) {
    return 'PostgreSQL lacks the extension pg_trgm. Install the contrib package of your PostgreSQL (postgresql-contrib) on its server.';
  }
  return undefined;
}

async function installTrigrams(client: Client): Promise<void> {
  try {
    await client.query('CREATE EXTENSION pg_trgm');
  } catch (failure) {
    if (!(failure instanceof pg.DatabaseError && failure.code === '42501')) throw failure;
    throw new StorageError(
      'The user may not create the extension pg_trgm. Run CREATE EXTENSION pg_trgm in this database as a superuser, then start again.',
    );
  }
}
