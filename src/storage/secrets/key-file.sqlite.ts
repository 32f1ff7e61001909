/** Key file beside a database, used if the settings contain no key: one key per line, the first one encrypts. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { KEY_BYTES, readKey } from '../../lib/sealed.ts';
import { StorageError } from '../storage-error.ts';

export function keyFilePathOf(database: string): string {
  return `${database}.key`;
}

/** Reads the keys; empty if the file does not exist. */
export function readKeyFile(file: string): readonly Uint8Array[] {
  const lines = textOf(file)
    .split(/[\s,]+/)
    .filter((line) => line !== '');
  return lines.map((line) => {
    const key = readKey(line);
    if (key === undefined) throw new StorageError(`${file} is no file of keys: each line is 32 bytes in base64.`);
    return key;
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new StorageError(`The key of the secrets cannot be read: ${(failure as Error).message}.`);
  }
}

/**
 * Creates the key file and syncs it to the disk before anything is encrypted with it. If two processes create it at
 * once, one succeeds and both use its key.
 */
export function createKeyFile(file: string): readonly Uint8Array[] {
  const unfinished = `${file}.${process.pid}`;
  try {
    const descriptor = openSync(unfinished, 'wx', 0o600);
    writeSync(descriptor, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    linkOnce(unfinished, file);
    syncFolder(dirname(file));
  } catch (failure) {
    throw new StorageError(`The key of the secrets cannot be kept in ${file}: ${(failure as Error).message}.`);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readKeyFile(file);
}

function linkOnce(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
