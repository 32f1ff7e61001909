/**
 * Brings the database to this program's schema. Each migration runs in a transaction of its own, under a lock, so any
 * number of instances may start at once: one applies it, the others wait and find it done.
 */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { StorageError } from '../storage-error.ts';
import { type Client, inTransaction, NoConnection, type Pool } from './connection.ts';
import { lockUntilCommit, MIGRATION_LOCK } from './locks.ts';
import { readMeta, writeMeta } from './meta.ts';

interface Migration {
  readonly version: number;
  readonly sql: string;
}

const OLDEST_SERVER = 15;

export async function migrate(pool: Pool): Promise<void> {
  const migrations = readMigrations();
  try {
    while (await inTransaction(pool, (client) => applyNext(client, migrations)));
  } catch (failure) {
    throw explain(failure);
  }
}

/** Whether there was one to apply. */
async function applyNext(client: Client, migrations: readonly Migration[]): Promise<boolean> {
  await checkServer(client);
  await takeLock(client);
  const version = await schemaVersion(client);
  const newest = migrations.at(-1)!.version;
  if (version > newest) {
    throw new StorageError(
      `The database has schema version ${version}; this program knows versions up to ${newest}. Start the newer program.`,
    );
  }
  const next = migrations.find((migration) => migration.version > version);
  if (next === undefined) return false;
  await provideTrigrams(client);
  await client.query(next.sql);
  await writeMeta(client, 'schema_version', String(next.version));
  return true;
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name`,
  );
  const { number, name } = rows[0]!;
  if (Number(number) >= OLDEST_SERVER * 10_000) return;
  throw new StorageError(`PostgreSQL ${name} is too old. Use version ${OLDEST_SERVER} or newer.`);
}

async function takeLock(client: Client): Promise<void> {
  // Whoever holds it may be at work for long.
  await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
  await lockUntilCommit(client, MIGRATION_LOCK);
}

async function schemaVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass(quote_ident(current_schema()) || '.meta') IS NOT NULL AS found`,
  );
  return rows[0]!.found ? Number((await readMeta(client, 'schema_version')) ?? 0) : 0;
}

/** The extension may already be there, in a schema of its own, which the migrations must then see. */
async function provideTrigrams(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null; available: boolean }>(
    `SELECT (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm') AS schema,
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS available`,
  );
  const { schema, available } = rows[0]!;
  if (schema !== null) {
    await client.query(`SELECT set_config('search_path', current_setting('search_path') || ', ' || $1, true)`, [
      schema,
    ]);
    return;
  }
  if (!available) {
    throw new StorageError(
      'PostgreSQL lacks the extension pg_trgm. Install the contrib package of your PostgreSQL (postgresql-contrib) on its server.',
    );
  }
  await client.query('CREATE EXTENSION pg_trgm').catch((failure) => {
    const advice = 'Run CREATE EXTENSION pg_trgm in this database as a superuser, then start again.';
    throw isRefusal(failure) ? new StorageError(`The user may not create the extension pg_trgm. ${advice}`) : failure;
  });
}

/** `0001_records.sql` is version 1. */
function readMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ version: Number.parseInt(file, 10), sql: readFileSync(new URL(file, folder), 'utf8') }));
}

/** For the person who starts the program: a database that cannot be reached is not a fault of the program. */
function explain(failure: unknown): unknown {
  if (failure instanceof NoConnection) {
    return new StorageError(`PostgreSQL cannot be reached: ${(failure.cause as Error).message}`, { cause: failure });
  }
  if (isRefusal(failure)) {
    const reason = (failure as Error).message;
    return new StorageError(`PostgreSQL refuses to make the tables: ${reason}. Give the user CREATE on the schema.`);
  }
  return failure;
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && failure.code === '42501';
}
