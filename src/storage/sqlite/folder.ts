/** The folder that a database file is in. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StorageError } from '../storage-error.ts';

/** One level only, as for `data/mds.db`: a longer path that does not exist is rather misspelt than new. */
export function createParentFolder(file: string): void {
  try {
    mkdirSync(dirname(file));
  } catch {
    // It exists, or cannot be made; then opening the file says what is wrong.
  }
}

export function requireParentFolder(file: string): string {
  const folder = dirname(resolve(file));
  if (existsSync(folder)) return folder;
  throw new StorageError(`The folder ${folder} does not exist. Make it (mkdir -p), or name another database file.`);
}
