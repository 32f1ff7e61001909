/**
 * Large files that are made beside their place. Whoever makes one holds its lock, which the operating system frees with the
 * process, however that ends: so what a killed one has left, of use to nobody, is told from what is being written, and removed.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../storage-error.ts';
import { type FileLock, type LockPurpose, lockFilesOf, tryAcquireLock } from './server-lock.ts';

export interface TemporaryFile {
  /** Removes it, unless it has another name by now, and all that was beside it. */
  discard(): void;
}

/** A new, empty file that only this user can read. */
export function createTemporaryFile(file: string, purpose: LockPurpose): TemporaryFile {
  closeSync(openSync(file, 'wx', 0o600));
  const lock = lockWherePossible(file, purpose);
  const discard = () => discardHeld(file, lock);
  if (existsSync(file)) return { discard };
  // Before it was locked somebody took it for one that was left.
  discard();
  throw new StorageError(`${file} was removed by another program. Try again.`);
}

/** Not every disk knows locks. Without one, nobody removes what was left there. */
function lockWherePossible(file: string, purpose: LockPurpose): FileLock | undefined {
  try {
    return tryAcquireLock(file, purpose, 1_000);
  } catch {
    for (const lockFile of lockFilesOf(file)) rmSync(lockFile, { force: true });
    return undefined;
  }
}

/**
 * Of the files with such names, those that nobody is making any more. One without the file of its lock may not be ours. Where a lock may
 * hold on one machine alone, as on some shared disks, only what was not written to for `quietMs` is left: longer than it takes to read it through.
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
      // Another user's, or just removed by somebody else: it keeps nobody from making a new one.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder may be written that may not be read.
    return [];
  }
}

/** The lock goes last: whoever gets it must not find a file that is about to be removed. */
function discardHeld(file: string, lock: FileLock | undefined): void {
  for (const side of ['', '-wal', '-shm', '-journal']) rmSync(file + side, { force: true });
  for (const lockFile of lockFilesOf(file)) rmSync(lockFile, { force: true });
  lock?.release();
}
