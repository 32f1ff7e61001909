/**
 * Migrates the database to this program's schema. Each migration runs in its own transaction, under a lock, so any
 * number of instances may start at once. One applies it; the others wait and find it done. Large updates between two
 * migrations run in batches outside of them, because a migration blocks changes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseColumns, type TableColumns } from '../schema/migrated-columns.ts';
import { type DatabaseIndex, parseIndexes } from '../schema/migrated-indexes.ts';
import type { SchemaProgress } from '../shards.ts';
import { MissingDatabaseError, StorageError } from '../storage-error.ts';
import { fillStamps } from '../upkeep/fill-stamps.postgres.ts';
import { withoutPassword } from './backup-commands.ts';
import { type Client, inTransaction, type Pool } from './connection.ts';
import { lockUntilCommit, MIGRATION_LOCK, SCHEMA_LOCK } from './locks.ts';
import { readMeta, writeMeta } from './meta.ts';
import { renewLogsIfRestored } from './restored-database.ts';
import { checkServer } from './server-check.ts';

interface Migration {
  readonly version: number;
  readonly sql: string;
}

interface Migrating {
  readonly url: string;
  /** True if the first tables may be created. Otherwise a database without tables is an error. */
  readonly mayCreate: boolean;
  readonly onMigration?: ((progress: SchemaProgress) => void) | undefined;
}

/** Work to do before the migration of this number. Each can be restarted, and ends quickly if it is already done. */
const preparations: Readonly<Record<number, (pool: Pool) => Promise<void>>> = { 30: fillStamps };

const migrations = readMigrations();
/** Schema version that this program was written for. */
export const LATEST_SCHEMA_VERSION = migrations.at(-1)!.version;

export async function migrate(pool: Pool, { onMigration = () => {}, ...given }: Migrating): Promise<void> {
  let from: number | undefined;
  const migrating = {
    ...given,
    onVersion(version: number) {
      from ??= version;
      const next = migrations.find((migration) => migration.version > version)?.version ?? LATEST_SCHEMA_VERSION;
      onMigration({ from, next, newest: LATEST_SCHEMA_VERSION });
    },
  };
  for (let step = await next(); step !== 'done'; step = await next(step)) {
    if (step !== 'applied') await preparations[step]!(pool);
  }

  function next(before?: Step): Promise<Step> {
    return inTransaction(pool, (client) => applyNext(client, migrating, before));
  }
}

/** Result of a step: no work left, a migration applied, or the number of a migration to prepare first. */
type Step = 'done' | 'applied' | number;

async function applyNext(
  client: Client,
  { url, mayCreate, onVersion }: Omit<Migrating, 'onMigration'> & { readonly onVersion: (version: number) => void },
  before: Step | undefined,
): Promise<Step> {
  await takeLock(client);
  await checkServer(client);
  const version = await schemaVersion(client);
  if (version === 0 && !mayCreate) {
    throw new MissingDatabaseError(`There are no tables of this service at ${withoutPassword(url)}.`);
  }
  if (version > LATEST_SCHEMA_VERSION) {
    throw new StorageError(
      `The database was written by a newer version of this program (schema ${version}; this one knows ${LATEST_SCHEMA_VERSION}). Use that version.`,
    );
  }
  onVersion(version);
  const next = migrations.find((migration) => migration.version > version);
  if (next === undefined) {
    await renewLogsIfRestored(client);
    return 'done';
  }
  if (next.version in preparations && next.version !== before) return next.version;
  // Instances of the previous version may be running.
  await lockUntilCommit(client, SCHEMA_LOCK);
  await client.query(next.sql);
  await writeMeta(client, 'schema_version', String(next.version));
  return 'applied';
}

async function takeLock(client: Client): Promise<void> {
  // The current holder may work for a long time.
  client.patience = 'unhurried';
  await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
  await lockUntilCommit(client, MIGRATION_LOCK);
}

async function schemaVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass(quote_ident(current_schema()) || '.meta') IS NOT NULL AS found`,
  );
  return rows[0]!.found ? Number((await readMeta(client, 'schema_version')) ?? 0) : 0;
}

/** Reads the migrations; `0001_records.sql` is version 1. */
function readMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ version: Number.parseInt(file, 10), sql: readFileSync(new URL(file, folder), 'utf8') }));
}

/** Returns all indexes that the migrations create. */
export function migratedIndexes(): ReadonlyMap<string, DatabaseIndex> {
  return parseIndexes(migrations.map(({ sql }) => sql));
}

export function migratedColumns(): TableColumns {
  return parseColumns(migrations.map(({ sql }) => sql));
}
