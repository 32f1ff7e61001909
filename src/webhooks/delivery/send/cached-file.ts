/**
 * What a small file of the system says, read again when it has changed. It is looked at at most once a second, and at once rather than
 * by a thread: the threads are few, and this is what spares them.
 */
import { readFileSync, statSync } from 'node:fs';

const CHECK_INTERVAL_MS = 1_000;

/** `read` is given the file's text; an empty one where there is no such file. */
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
