/** Opens a connection to one SQLite file and caches its prepared statements. */
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { RecentlyUsed } from '../../accounts/recently-used.ts';
import { MissingDatabaseError, StorageError } from '../storage-error.ts';
import { SQLITE_CODE, sqliteCodeOf } from './failures.ts';
import { requireParentFolder } from './folder.ts';

export interface SqliteConnectionOptions {
  readonly file: string;
  readonly access: 'write' | 'read';
  /** Time a statement waits for a lock of another process. The wait blocks the thread. */
  readonly busyTimeoutMs: number;
  readonly cacheMiB: number;
  /**
   * Size of the start of the file that is memory-mapped instead of being copied page by page. Mapped pages count as
   * resident memory, once per connection. The system reclaims them when it needs memory.
   */
  readonly mappedMiB?: number;
  /** Number of pages in the write-ahead log at which a commit runs a checkpoint. */
  readonly logPages?: number;
  /** Size in bytes to which the log file is truncated when the log restarts. */
  readonly logBytes?: number;
}

/** Default size limit of the write-ahead log. */
export const DEFAULT_LOG_BYTES = 64 * 1024 * 1024;

export interface SqliteConnection {
  readonly db: DatabaseSync;
  /** Returns a prepared statement for fixed SQL and keeps it for the life of the connection. */
  prepare(sql: string): StatementSync;
  /**
   * Returns a prepared statement for SQL generated per request. Their number is unlimited, so only the recently used
   * ones stay cached.
   */
  prepareForNow(sql: string): StatementSync;
  /** Runs the work between BEGIN and COMMIT. Rolls back and rethrows if it throws. The work must be synchronous. */
  transaction<Result>(work: () => Result): Result;
  /**
   * Runs reads in one snapshot of the database. Without it, BEGIN and COMMIT take half of the time of many short reads.
   */
  snapshot<Result>(reads: () => Result): Result;
  close(): void;
}

export function openConnection(options: SqliteConnectionOptions): SqliteConnection {
  const db = openDatabase(options);
  const fixed = new Map<string, StatementSync>();
  const recent = new RecentlyUsed<StatementSync>(200);

  const prepare = (sql: string) => {
    const known = fixed.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql);
    fixed.set(sql, statement);
    return statement;
  };

  return {
    db,
    prepare,
    prepareForNow(sql) {
      const known = recent.get(sql);
      if (known !== undefined) return known;
      const statement = db.prepare(sql);
      recent.set(sql, statement);
      return statement;
    },
    transaction(work) {
      prepare('BEGIN IMMEDIATE').run();
      try {
        const result = work();
        prepare('COMMIT').run();
        return result;
      } catch (failure) {
        // A full disk has ended the transaction already.
        if (db.isTransaction) prepare('ROLLBACK').run();
        throw failure;
      }
    },
    snapshot(reads) {
      prepare('BEGIN').run();
      try {
        return reads();
      } finally {
        // A failure of the disk has ended it already.
        if (db.isTransaction) prepare('COMMIT').run();
      }
    },
    close: () => db.close(),
  };
}

/**
 * Throws if there is no database. An empty file without a log does not count: a start interrupted before its first
 * table leaves one.
 */
export function requireDatabase(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && (found.size > 0 || existsSync(`${file}-wal`))) return;
  throw new MissingDatabaseError(`There is no database at ${resolve(file)}.`);
}

function openDatabase(options: SqliteConnectionOptions): DatabaseSync {
  const { file, access, busyTimeoutMs, cacheMiB, mappedMiB = 0 } = options;
  if (access === 'write') checkFolder(file);
  else requireDatabase(file);
  let db: DatabaseSync | undefined;
  try {
    if (access === 'write' && !existsSync(file)) createPrivate(file);
    db = new DatabaseSync(file, { readOnly: access === 'read', timeout: busyTimeoutMs });
    db.exec(`PRAGMA cache_size = -${cacheMiB * 1024}; PRAGMA mmap_size = ${mappedMiB * 1024 * 1024}`);
    if (access === 'write') {
      requireSqliteVersion((db.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version);
      refuseForeign(db, file);
      configureWriter(db, options);
    }
    return db;
  } catch (failure) {
    db?.close();
    throw explainOpenFailure(failure, file);
  }
}

/**
 * Creates the file with access for this user only, because records and the secret headers of subscriptions are private.
 * SQLite gives the log the same mode.
 */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/**
 * Throws if SQLite is too old. Older versions may damage the database when one connection runs a checkpoint while
 * another writes, as ours do.
 */
export function requireSqliteVersion(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major * 1e6 + minor * 1e3 + patch >= 3_051_003) return;
  throw new StorageError(
    `This Node brings SQLite ${version}, and 3.51.3 or newer is needed. Set MDS_RUNTIME=pinned to run on the Node of the project.`,
  );
}

/** Throws if the database belongs to another program. Runs before any write, so that such a file stays unchanged. */
function refuseForeign(db: DatabaseSync, file: string): void {
  const isEmpty = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table'`).get() === undefined;
  if (isEmpty || isServiceDatabase(db)) return;
  throw new StorageError(`${file} is a database of another program. Name another file; this one was left as it is.`);
}

/**
 * True if the database belongs to this service. Checks tables of the first migration, because other programs may also
 * have `meta` or `accounts`.
 */
export function isServiceDatabase(db: DatabaseSync): boolean {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const has = (name: string) => tables.some((table) => table.name === name);
  return has('meta') && (has('record_counters') || has('idempotency_keys'));
}

/**
 * Configures durability: every commit is on the disk before it is answered (FULL), and readers never wait for writers
 * (WAL).
 */
function configureWriter(db: DatabaseSync, options: SqliteConnectionOptions): void {
  const { file, logPages = 1_000, logBytes = DEFAULT_LOG_BYTES } = options;
  const { journal_mode } = db.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
  if (journal_mode !== 'wal') {
    throw new StorageError(`${file} cannot be kept in WAL mode. Put it on a local disk, not on a network file system.`);
  }
  db.exec(`PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = ${logPages};
    PRAGMA journal_size_limit = ${logBytes}`);
}

function checkFolder(file: string): void {
  const folder = requireParentFolder(file);
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new StorageError(`${file} is a folder. Name the database file itself.`);
  }
  // SQLite keeps files beside the database, so the folder must be writable, not the file alone.
  for (const path of existsSync(file) ? [folder, file] : [folder]) {
    try {
      accessSync(path, constants.W_OK);
    } catch {
      throw new StorageError(
        `${path} is read-only for this user. Give the user write access to the folder and the files in it.`,
      );
    }
  }
}

/**
 * Translates a failure to open the file into a message for the operator. An unusable file is not a fault of the
 * program.
 */
export function explainOpenFailure(failure: unknown, path: string): unknown {
  const file = resolve(path);
  switch (sqliteCodeOf(failure)) {
    case SQLITE_CODE.NOTADB:
      return new StorageError(`${file} is not an SQLite database. Name another file; this one was left as it is.`);
    case SQLITE_CODE.CORRUPT:
      return new StorageError(`${file} is damaged. Restore the last backup.`);
    case SQLITE_CODE.CANTOPEN:
      return new StorageError(`${file} cannot be opened. Check the path and the rights on the folder and the file.`);
    case SQLITE_CODE.READONLY:
      return new StorageError(`${file} is read-only. Give the user write access to the folder and the files in it.`);
    case SQLITE_CODE.BUSY:
      return new StorageError(`${file} is locked by another program. Close it, then start again.`);
    case SQLITE_CODE.IOERR:
      return new StorageError(`${file} cannot be read or written: the file system refuses. Put it on a local disk.`);
    default:
      return isSystemError(failure) ? new StorageError(`${file} cannot be used: ${failure.message}.`) : failure;
  }
}

/**
 * True for errors of the file system while the file is created. Some file systems (/proc), and paths through a file,
 * refuse what the permissions allow.
 */
function isSystemError(failure: unknown): failure is NodeJS.ErrnoException {
  return failure instanceof Error && 'syscall' in failure;
}
