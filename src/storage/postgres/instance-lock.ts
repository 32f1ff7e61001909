/** Runs work in one instance only. Instances that start at the same time wait, and then find the work done. */
import type { Client } from './connection.ts';

/** Runs the work under a session lock, without time limits for the lock or the statements. */
export async function withAdvisoryLock<Result>(
  client: Client,
  lock: string,
  work: () => Promise<Result>,
): Promise<Result> {
  client.patience = 'unhurried';
  await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lock]);
  try {
    return await work();
  } finally {
    await goBack(client, lock).catch(() => {});
  }
}

/**
 * Releases the lock and resets the timeouts. If this fails, the connection is broken and the lock already released. So
 * the failure is ignored in favour of the result of the work.
 */
async function goBack(client: Client, lock: string): Promise<void> {
  await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
  await client.query('RESET lock_timeout; RESET statement_timeout');
}
