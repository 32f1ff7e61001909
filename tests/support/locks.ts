/** For tests of who waits for whom in PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Resolves once so many sessions of the client's database wait for a lock. */
export async function waitingForLocks(client: pg.Client, count: number): Promise<void> {
  for (let waiting = 0; waiting < count; await sleep(20)) {
    const found = await client.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = found.rows[0].waiting;
  }
}
