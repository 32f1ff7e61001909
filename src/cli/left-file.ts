/**
 * Files that a start leaves for whoever started it, and for nobody else: beside an SQLite database, where a service may write that may
 * write nowhere else, otherwise in `data` of the working folder. What lets somebody in is printed, too, so that one which cannot be written
 * is no reason not to start.
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
    // Removed first: writing into a file that is there would leave it readable for whoever could read that.
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
