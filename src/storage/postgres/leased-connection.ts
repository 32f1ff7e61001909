/** Leases a connection to a page or stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageLease } from '../records/lists/page-lease.ts';
import { acquireClient, type Client, type Pool, releaseClient } from './connection.ts';

/** Cancels the current statement of the connection. */
export type CancelStatement = (client: Client) => Promise<void>;

/** Interval between cancellations. One that arrives between two statements has no effect, so it is repeated. */
const CANCEL_RETRY_MS = 50;

/**
 * Acquires a connection for the lease. Throws if the lease has ended. The caller must begin a transaction at once: a
 * connection without one counts as free when the lease ends.
 */
export async function acquireLeasedClient(
  lease: PageLease,
  pool: Pool,
  cancel: CancelStatement | undefined,
): Promise<Client> {
  const client = await acquireClient(pool);
  lease.holds(() => putAway(client, cancel));
  lease.next();
  return client;
}

/**
 * Cancels the running statement, then releases the connection. PostgreSQL continues a statement after its connection is
 * closed. A client that opens and abandons pages would otherwise exceed the limit of its account.
 */
function putAway(client: Client, cancel: CancelStatement | undefined): Promise<void> | void {
  if (!client.isBusy || cancel === undefined) return releaseClient(client);
  return stop(client, cancel).finally(() => releaseClient(client));
}

async function stop(client: Client, cancel: CancelStatement): Promise<void> {
  for (; client.isBusy; await sleep(CANCEL_RETRY_MS)) await cancel(client);
}
