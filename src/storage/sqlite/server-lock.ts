/**
 * One server per database file. The lock is an exclusive transaction on a small file beside it, held as long as the
 * server lives: the operating system frees it with the process, however that ends, so no stale lock can remain.
 */
import { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';
import { isBusy } from './failures.ts';

export interface ServerLock {
  release(): void;
}

/** Undefined where another process, or another shard of this one, holds it. */
export function takeServerLock(file: string): ServerLock | undefined {
  const db = new DatabaseSync(`${file}-server`, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.close() };
  } catch (failure) {
    db.close();
    if (isBusy(failure)) return undefined;
    throw failure;
  }
}

export function requireServerLock(file: string): ServerLock {
  const lock = takeServerLock(file);
  if (lock !== undefined) return lock;
  throw new StorageError(
    `Another server is running on ${file}. Stop it first, or give this one a database of its own: a SQLite file has one server.`,
  );
}
