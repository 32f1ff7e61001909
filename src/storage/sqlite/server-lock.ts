/**
 * One server per database file. The lock is an exclusive transaction on a small file beside it, held as long as the
 * server lives: the operating system frees it with the process, however that ends, so no stale lock can remain.
 */
import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { StorageError } from '../storage-error.ts';
import { isBusy } from './failures.ts';

export interface FileLock {
  /** Also where it was released before. */
  release(): void;
}

const purposes = ['server', 'import', 'restore', 'writing'] as const;
export type LockPurpose = (typeof purposes)[number];

/** The files that the locks of a database file are kept in, and what SQLite keeps beside one that is held. */
export function lockFilesOf(file: string): string[] {
  return purposes.flatMap((purpose) => [`${file}-${purpose}`, `${file}-${purpose}-journal`]);
}

/**
 * The lock for one purpose on a database file. Undefined where another process, or another shard of this one, holds it for
 * longer than we wait.
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

/** By this process, which would wait for itself. */
const heldHere = new Set<string>();

/** Two paths to one file are one lock. */
function lockFileOf(file: string, purpose: LockPurpose): string {
  return `${realpathSync(file)}-${purpose}`;
}

/** Waits a little: a tool holds the lock while it brings the database up to date. */
export function requireServerLock(file: string, waitMs: number): FileLock {
  return tryAcquireLock(file, 'server', waitMs) ?? refuse(file);
}

export interface LockWait {
  readonly log: Log;
  /** Aborted where the server is no longer wanted. */
  readonly stopped?: AbortSignal | undefined;
  readonly waitMs?: number;
}

/** A server that is ending may take 15 s: as long as that, and some more, the next one waits for it. */
const ENDING_MS = 20_000;
/** A tool that holds the lock for a moment is not worth a line. */
const TOLD_AFTER_MS = 1_000;
const LOOK_MS = 100;

/** The lock of a server, once the one before it has ended. */
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
