/**
 * Limits each database file to one server. The lock is an exclusive transaction on a small file beside it, open as long
 * as the server lives. The operating system releases it when the process ends, so no stale lock can remain.
 */
import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { StorageError } from '../storage-error.ts';
import { isBusy } from './failures.ts';

export interface FileLock {
  /** Releases the lock. Safe to call more than once. */
  release(): void;
}

const purposes = ['server', 'import', 'restore', 'writing'] as const;
export type LockPurpose = (typeof purposes)[number];

/** Returns the lock files of a database file, and the journals that SQLite keeps beside locks in use. */
export function lockFilesOf(file: string): string[] {
  return purposes.flatMap((purpose) => [`${file}-${purpose}`, `${file}-${purpose}-journal`]);
}

/**
 * Acquires the lock for one purpose on a database file. Returns undefined if another process, or another shard of this
 * process, holds it for longer than `waitMs`.
 */
export function tryAcquireLock(file: string, purpose: LockPurpose, waitMs: number): FileLock | undefined {
  const lockFile = lockFileOf(file, purpose);
  const db = new DatabaseSync(lockFile, { timeout: waitMs });
  try {
    db.exec('BEGIN EXCLUSIVE');
    heldHere.add(lockFile);
    return {
      release() {
        if (!db.isOpen) return;
        db.close();
        heldHere.delete(lockFile);
      },
    };
  } catch (failure) {
    db.close();
    if (isBusy(failure)) return undefined;
    throw failure;
  }
}

/** Locks held by this process. Waiting for one of them would mean waiting for itself. */
const heldHere = new Set<string>();

/** Resolves the real path, so that two paths to one file share a lock. */
function lockFileOf(file: string, purpose: LockPurpose): string {
  return `${realpathSync(file)}-${purpose}`;
}

/**
 * Acquires the server lock, or throws after `waitMs`. Waiting helps when a tool holds the lock while it migrates the
 * database.
 */
export function requireServerLock(file: string, waitMs: number): FileLock {
  return tryAcquireLock(file, 'server', waitMs) ?? refuse(file);
}

export interface LockWait {
  readonly log: Log;
  /** Aborted if the server is no longer wanted. */
  readonly stopped?: AbortSignal | undefined;
  readonly waitMs?: number;
}

/** A server that is shutting down may take 15 s, so the next one waits slightly longer. */
const ENDING_MS = 20_000;
/** Delay before the wait is logged: a tool that holds the lock briefly is not worth a log line. */
const TOLD_AFTER_MS = 1_000;
const LOOK_MS = 100;

/** Waits until the previous server has ended, then acquires the server lock. */
export async function waitForServerLock(
  file: string,
  { log, stopped, waitMs = ENDING_MS }: LockWait,
): Promise<FileLock> {
  const began = performance.now();
  let isTold = false;
  for (;;) {
    const lock = tryAcquireLock(file, 'server', 0);
    if (lock !== undefined) return lock;
    const waitedMs = performance.now() - began;
    if (waitedMs >= waitMs || heldHere.has(lockFileOf(file, 'server'))) refuse(file);
    if (!isTold && waitedMs >= Math.min(TOLD_AFTER_MS, waitMs / 2)) {
      isTold = true;
      log.warn(
        { file, seconds: waitMs / 1000 },
        'another server is running on the database: this one waits for it to end',
      );
    }
    await sleep(LOOK_MS);
    stopped?.throwIfAborted();
  }
}

function refuse(file: string): never {
  throw new StorageError(
    `Another server is running on ${file}. Stop it first, or give this one a database of its own: a SQLite file has one server.`,
  );
}
