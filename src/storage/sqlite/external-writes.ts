/** Detects writes by another process, such as the command line beside a running server. */
import type { SqliteConnection } from './connection.ts';

const POLL_MS = 1_000;

/** Calls `changed` within a second of any commit made outside this connection. Returns a function that stops it. */
export function watchExternalWrites(connection: SqliteConnection, changed: () => void): () => void {
  const read = () => connection.prepare('PRAGMA data_version').get()!.data_version as number;
  let version = read();
  const timer = setInterval(() => {
    const now = read();
    if (now === version) return;
    version = now;
    changed();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
