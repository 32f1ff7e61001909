/**
 * A copy of a database file as it stands at one instant, made while a server writes. A read transaction is held on the
 * source meanwhile: without it SQLite begins the copy anew at every commit of another process, and under steady writing
 * never ends (measured: 0.6 GB in 1.2 s with it, not in 30 s without). Writers are not held up; the write-ahead log grows
 * until the copy is done. VACUUM INTO is as consistent and gives a smaller file, but takes twice as long.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { explainMissingColumns } from '../schema/missing-columns.sqlite.ts';
import { findKeysInUse } from '../secrets/secrets.sqlite.ts';
import type { Finding } from '../shard.ts';
import { StorageError } from '../storage-error.ts';
import { isServiceDatabase, openConnection, type SqliteConnection } from './connection.ts';
import { findFileDamage } from './file-damage.ts';
import { readMeta } from './meta.ts';
import { pendingMigrations } from './migrate.ts';

/** What a database file says about itself. */
export interface DatabaseIdentity {
  readonly shardID: string;
  readonly schemaVersion: number;
  /** The keys that its secrets are under, which are not in it. */
  readonly secretKeys: readonly string[];
}

/** `total` and `done` in pages. */
export type CopyProgress = (done: number, total: number) => void;

/** 8 MB with pages of 4 KiB: often enough to tell how far it is, rarely enough to cost nothing. */
const PAGES_PER_STEP = 2_000;

export interface BackupCopy extends DatabaseIdentity {
  /** Of the database that was copied, and so of the copy. */
  readonly damage: readonly Finding[];
}

/** Neither migrates the database nor changes it in any other way. `to` is a new file, empty at most. */
export async function copyDatabase(from: string, to: string, progress: CopyProgress): Promise<BackupCopy> {
  const source = openToRead(from);
  try {
    source.db.exec('BEGIN');
    const identity = identityOf(source, from);
    await backup(source.db, to, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
    return { ...identity, damage: createOneFile(to) };
  } catch (failure) {
    throw explainMissingColumns(failure, source, from);
  } finally {
    source.close();
  }
}

/** Throws where it is not a database of this service, or of a newer version of it. */
export function readDatabaseIdentity(file: string): DatabaseIdentity {
  const connection = openToRead(file);
  try {
    const identity = identityOf(connection, file);
    pendingMigrations(connection, file);
    return identity;
  } catch (failure) {
    throw explainMissingColumns(failure, connection, file);
  } finally {
    connection.close();
  }
}

function openToRead(file: string): SqliteConnection {
  return openConnection({ file, access: 'read', busyTimeoutMs: 10_000, cacheMiB: 8 });
}

function identityOf(connection: SqliteConnection, file: string): DatabaseIdentity {
  const shardID = isServiceDatabase(connection.db) && readMeta(connection, 'shard_id');
  if (!shardID) throw new StorageError(`${file} is not a database of this service.`);
  const schemaVersion = Number(readMeta(connection, 'schema_version'));
  return { shardID, schemaVersion, secretKeys: secretKeysOf(connection, schemaVersion) };
}

/** From here on they are found by indexes; before it they were noted. */
const KEY_INDEXES_SINCE_SCHEMA = 29;

function secretKeysOf(connection: SqliteConnection, schemaVersion: number): string[] {
  if (schemaVersion >= KEY_INDEXES_SINCE_SCHEMA) return findKeysInUse(connection);
  return readMeta(connection, 'secret_keys')?.split(',') ?? [];
}

/**
 * Out of WAL mode: a copy has no files beside it, and can be read from where nothing can be written. Pages are copied unseen, so it is gone
 * through once, which takes about as long as to copy it.
 */
function createOneFile(file: string): Finding[] {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = DELETE');
  const damage = findFileDamage(db);
  db.close();
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  return damage;
}
