/** Writes a file atomically: under a temporary name first, then under its final name once it is on disk. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { randomId } from '../lib/ids.ts';
import { createTemporaryFile, removeAbandonedFiles, type TemporaryFile } from '../storage/sqlite/temporary-file.ts';
import { CommandFailure } from './command.ts';

/**
 * Minimum age of an abandoned file before it is removed. Several machines may write backups to one folder, and a lock
 * may be valid on one machine only.
 */
const A_DAY = 24 * 3_600_000;

/** Creates a new file. `write` fills an existing, empty file that only this user can read. */
export async function writeNewFile<Result>(
  file: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  if (existsSync(file)) throw taken(file);
  const unfinished = `${file}.${randomId('', 5)}.unfinished`;
  removeAbandonedFiles(dirname(file), /\.[0-9a-z]{8}\.unfinished$/, 'writing', A_DAY);
  const making = begin(unfinished, file);
  const interrupted = (signal: NodeJS.Signals) => {
    making.discard();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  try {
    const result = await write(unfinished);
    giveName(unfinished, file);
    return result;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    making.discard();
  }
}

function begin(unfinished: string, file: string): TemporaryFile {
  try {
    return createTemporaryFile(unfinished, 'writing');
  } catch (failure) {
    throw new CommandFailure(`${file} cannot be written: ${(failure as Error).message}`);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Links the file to its final name. Unlike a rename, a link fails if another process has created that name in the
 * meantime. If the disk does not support links, the file is renamed.
 */
function giveName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw taken(file);
    renameSync(unfinished, file);
  }
  syncFolderOf(file);
}

/** Flushes the folder of a file to disk, so that the file name survives a power failure. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(resolve(file)), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function taken(file: string): CommandFailure {
  return new CommandFailure(`${file} exists already. Name a new file; this one was left as it is.`);
}
