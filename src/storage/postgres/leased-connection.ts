/** The connection that a page or a stream is read on, for as long as its lease. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageLease } from '../records/lists/page-lease.ts';
import { acquireClient, type Client, type Pool, releaseClient } from './connection.ts';

/** Stops what the connection is doing. */
export type CancelStatement = (client: Client) => Promise<void>;

/** One that comes between two statements stops nothing, and is said again. */
const CANCEL_RETRY_MS = 50;

/** Throws where the lease has ended meanwhile. Its transaction is to begin at once: one without any is taken for free when the lease ends. */
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
 * PostgreSQL goes on with a statement although its connection is closed. So it is stopped first: a client that opens pages
 * and leaves them would otherwise have it do the work of many at once, though each account has only so many.
 */
function putAway(client: Client, cancel: CancelStatement | undefined): Promise<void> | void {
  if (!client.isBusy || cancel === undefined) return releaseClient(client);
  return stop(client, cancel).finally(() => releaseClient(client));
}

async function stop(client: Client, cancel: CancelStatement): Promise<void> {
  for (; client.isBusy; await sleep(CANCEL_RETRY_MS)) await cancel(client);
}
