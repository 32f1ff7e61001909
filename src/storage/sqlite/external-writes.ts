/** Notices that another process has written, as the command line does beside a running server. */
import type { SqliteConnection } from './connection.ts';

const POLL_MS = 1_000;

/** Calls back within a second of any commit that was not made through this connection. Returns how to stop. */
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
