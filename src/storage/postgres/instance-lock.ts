/** Work that one instance does while the others that start at the same time wait, and then find it done. */
import type { Client } from './connection.ts';

/** It takes as long as it takes. */
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

/** Where it fails, the connection is gone, and the lock with it: what is to be told is what became of the work. */
async function goBack(client: Client, lock: string): Promise<void> {
  await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
  await client.query('RESET lock_timeout; RESET statement_timeout');
}
