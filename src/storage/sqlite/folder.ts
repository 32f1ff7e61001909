/** Creates or requires the folder that contains a database file. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StorageError } from '../storage-error.ts';

/** Creates one level only, as for `data/mds.db`: a longer path that does not exist is more likely a typing error. */
export function createParentFolder(file: string): void {
  try {
    mkdirSync(dirname(file));
  } catch {
    // The folder exists or cannot be created. In the second case, opening the file reports the error.
  }
}

export function requireParentFolder(file: string): string {
  const folder = dirname(resolve(file));
  if (existsSync(folder)) return folder;
  throw new StorageError(`The folder ${folder} does not exist. Make it (mkdir -p), or name another database file.`);
}
