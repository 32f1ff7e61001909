/** A file that is there whole or not at all: written under another name, and given its own when it is on the disk. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { randomId } from '../lib/ids.ts';
import { createTemporaryFile, removeAbandonedFiles, type TemporaryFile } from '../storage/sqlite/temporary-file.ts';
import { CommandFailure } from './command.ts';

/** Several machines may keep their backups in one folder. */
const A_DAY = 24 * 3_600_000;

/** `write` fills the file it is given, which exists and is empty, and only this user can read. */
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

/** A link and no renaming: it fails where somebody else has written the file meanwhile. Not every disk knows links. */
function giveName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw taken(file);
    renameSync(unfinished, file);
  }
  syncFolderOf(file);
}

/** The name itself survives a power cut. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(resolve(file)), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function taken(file: string): CommandFailure {
  return new CommandFailure(`${file} exists already. Name a new file; this one was left as it is.`);
}
