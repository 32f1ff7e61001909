/** A connection to one SQLite file: how it is opened, and its prepared statements. */
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
  /** How long a statement waits for another process. The thread stands still meanwhile. */
  readonly busyTimeoutMs: number;
  readonly cacheMiB: number;
  /**
   * How much of the file, from its beginning, is read in place in the system's cache instead of being copied from there page by page. Its
   * pages count as resident memory of the process, once for each connection that does so, though the system takes them back when it needs them.
   */
  readonly mappedMiB?: number;
  /** Pages in the write-ahead log at which a commit carries them into the database itself. */
  readonly logPages?: number;
  /** What is left of its file when it is begun anew. */
  readonly logBytes?: number;
}

/** Of the write-ahead log. */
export const DEFAULT_LOG_BYTES = 64 * 1024 * 1024;

export interface SqliteConnection {
  readonly db: DatabaseSync;
  /** One of the program's fixed statements, prepared once. */
  prepare(sql: string): StatementSync;
  /** A statement put together for a request, of which there may be any number: only those used lately stay prepared. */
  prepareForNow(sql: string): StatementSync;
  /** Runs the work between BEGIN and COMMIT; what it throws rolls back and is thrown on. It must not wait. */
  transaction<Result>(work: () => Result): Result;
  /** Runs reads on one state of the database: of many short ones, beginning and ending each takes half of the time. */
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

/** An empty file is what a start leaves that was cut off before its first table. */
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

/** Records and the secret headers of subscriptions are nobody else's to read. SQLite gives its log beside the file the same mode. */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Older ones may damage the database where one connection carries the log while another writes, as ours do. */
export function requireSqliteVersion(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major * 1e6 + minor * 1e3 + patch >= 3_051_003) return;
  throw new StorageError(
    `This Node brings SQLite ${version}, and 3.51.3 or newer is needed. Set MDS_RUNTIME=pinned to run on the Node of the project.`,
  );
}

/** Before anything is written: the database of another program stays byte for byte as it is. */
function refuseForeign(db: DatabaseSync, file: string): void {
  const isEmpty = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table'`).get() === undefined;
  if (isEmpty || isServiceDatabase(db)) return;
  throw new StorageError(`${file} is a database of another program. Name another file; this one was left as it is.`);
}

/** By tables that were made with the first one: others have a `meta`, too, or `accounts`. */
export function isServiceDatabase(db: DatabaseSync): boolean {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const has = (name: string) => tables.some((table) => table.name === name);
  return has('meta') && (has('record_counters') || has('idempotency_keys'));
}

/** Every commit is on the disk before it is answered (FULL), readers never wait for writers (WAL). */
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

/** For the person who starts the program: a file that cannot be used is not a fault of the program. */
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

/** Of making the file: some file systems (/proc) and paths through a file refuse what the rights allow. */
function isSystemError(failure: unknown): failure is NodeJS.ErrnoException {
  return failure instanceof Error && 'syscall' in failure;
}
