/**
 * Caches the content of a small system file, and reads it again when it has changed. Checks at most once a second, and
 * synchronously: the threads are few, and the cache exists to spare them.
 */
import { readFileSync, statSync } from 'node:fs';

const CHECK_INTERVAL_MS = 1_000;

/** Returns a cached reader. `read` receives the file's text; an empty text if there is no such file. */
export function createCachedFileReader<Value>(path: string, read: (text: string) => Value): () => Value {
  let lookedAt = -Infinity;
  let stamp: string | undefined;
  let value: Value;
  return () => {
    if (performance.now() - lookedAt < CHECK_INTERVAL_MS) return value;
    lookedAt = performance.now();
    const now = stampOf(path);
    if (now !== stamp) {
      stamp = now;
      value = read(textOf(path));
    }
    return value;
  };
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
