/**
 * One server per database file. The lock is an exclusive transaction on a small file beside it, held as long as the
 * server lives: the operating system frees it with the process, however that ends, so no stale lock can remain.
 */
import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';
import { isBusy } from './failures.ts';

export interface ServerLock {
  /** Also where it was released before. */
  release(): void;
}

const purposes = ['server', 'import', 'restore', 'writing'] as const;
export type Purpose = (typeof purposes)[number];

/** The files that the locks of a database file are kept in, and what SQLite keeps beside one that is held. */
export function lockFilesOf(file: string): string[] {
  return purposes.flatMap((purpose) => [`${file}-${purpose}`, `${file}-${purpose}-journal`]);
}

/**
 * The lock for one purpose on a database file. Undefined where another process, or another shard of this one, holds it for
 * longer than we wait.
 */
export function takeLock(file: string, purpose: Purpose, waitMs: number): ServerLock | undefined {
  // Two paths to one file are one lock.
  const db = new DatabaseSync(`${realpathSync(file)}-${purpose}`, { timeout: waitMs });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.isOpen && db.close() };
  } catch (failure) {
    db.close();
    if (isBusy(failure)) return undefined;
    throw failure;
  }
}

/** Waits a little: a tool holds the lock while it brings the database up to date. */
export function requireServerLock(file: string, waitMs: number): ServerLock {
  const lock = takeLock(file, 'server', waitMs);
  if (lock !== undefined) return lock;
  throw new StorageError(
    `Another server is running on ${file}. Stop it first, or give this one a database of its own: a SQLite file has one server.`,
  );
}
