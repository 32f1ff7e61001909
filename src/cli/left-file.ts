/**
 * Writes files that a start leaves for the user who started it, readable by no other user. They are next to an SQLite
 * database, because a service may have no write access elsewhere. Without SQLite they are in `data` of the working
 * folder. Credentials are also printed, so a file that cannot be written does not prevent the start.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Settings, shardsOf } from '../settings.ts';

export function leftFile(settings: Settings, name: 'setup-link' | 'demo-credentials.json'): string {
  const [first] = shardsOf(settings).values();
  return resolve(first?.engine === 'sqlite' ? dirname(first.file) : 'data', name);
}

export function leaveFile(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Removes an existing file first: overwriting it would keep its permissions, so other users might read the new
    // text.
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode: 0o600 });
  } catch (failure) {
    say(`${file} cannot be written (${(failure as Error).message}): keep what is printed below.`);
  }
}

export function takeAwayFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (failure) {
    say(`${file} cannot be removed (${(failure as Error).message}): what it says no longer holds.`);
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
