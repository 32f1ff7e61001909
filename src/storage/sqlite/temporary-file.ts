/**
 * Creates large temporary files next to their final place. The creator holds a lock on the file, which the operating
 * system releases when the process ends. So files left by a killed process can be distinguished from files being
 * written, and removed.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../storage-error.ts';
import { type FileLock, type LockPurpose, lockFilesOf, tryAcquireLock } from './server-lock.ts';

export interface TemporaryFile {
  /** Removes the file, unless it was renamed, and all files beside it. */
  discard(): void;
}

/** Creates a new, empty file that only this user can read. */
export function createTemporaryFile(file: string, purpose: LockPurpose): TemporaryFile {
  closeSync(openSync(file, 'wx', 0o600));
  const lock = lockWherePossible(file, purpose);
  const discard = () => discardHeld(file, lock);
  if (existsSync(file)) return { discard };
  // Another process removed the file before it was locked, because it looked abandoned.
  discard();
  throw new StorageError(`${file} was removed by another program. Try again.`);
}

/** Returns undefined if the disk does not support locks. Without a lock, abandoned files there are not removed. */
function lockWherePossible(file: string, purpose: LockPurpose): FileLock | undefined {
  try {
    return tryAcquireLock(file, purpose, 1_000);
  } catch {
    for (const lockFile of lockFilesOf(file)) rmSync(lockFile, { force: true });
    return undefined;
  }
}

/**
 * Removes abandoned files that match `names`. A file without a lock file is skipped, because it may not be ours. On
 * some shared disks a lock is valid on one machine only: set `quietMs` there to skip files written to more recently. It
 * must exceed the time needed to read a file through.
 */
export function removeAbandonedFiles(folder: string, names: RegExp, purpose: LockPurpose, quietMs = 0): void {
  for (const name of namesIn(folder).filter((name) => names.test(name))) {
    const file = join(folder, name);
    if (!existsSync(`${file}-${purpose}`)) continue;
    try {
      if (quietMs > 0 && Date.now() - statSync(file).mtimeMs < quietMs) continue;
      const lock = tryAcquireLock(file, purpose, 0);
      if (lock !== undefined) discardHeld(file, lock);
    } catch {
      // The file belongs to another user or was just removed. Neither prevents the creation of a new one.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder can be writable but not readable.
    return [];
  }
}

/** Releases the lock last: its next holder must not find a file that is about to be removed. */
function discardHeld(file: string, lock: FileLock | undefined): void {
  for (const side of ['', '-wal', '-shm', '-journal']) rmSync(file + side, { force: true });
  for (const lockFile of lockFilesOf(file)) rmSync(lockFile, { force: true });
  lock?.release();
}
