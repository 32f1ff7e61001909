/**
 * Fills in the stamps of older documents. Works in small transactions that leave complete rows, so an interrupted run
 * restarts and skips finished rows. No records change at that time, because instances of the previous version are
 * outdated.
 */

import { type Client, type Pool, withClient } from '../postgres/connection.ts';
import { withAdvisoryLock } from '../postgres/instance-lock.ts';
import { FILL_STAMPS_LOCK } from '../postgres/locks.ts';
import type { Table } from '../sql/columns.ts';

const BATCH_ROWS = 2_000;

export function fillStamps(pool: Pool): Promise<void> {
  return withClient(pool, (client) =>
    withAdvisoryLock(client, FILL_STAMPS_LOCK, async () => {
      for (const table of (await client.query<Stamped>(selectStamped)).rows) await fillTable(client, table);
    }),
  );
}

type Stamped = Pick<Table, 'name' | 'documents'>;

/**
 * Selects the tables of the previous migration by the constraint it added. A later migration may create tables for
 * record types of the current catalogue.
 */
const selectStamped = `
  SELECT left(k.conname, -length('_stamped')) AS name, c.relname AS documents
  FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
  WHERE k.conname LIKE '%\\_stamped' AND NOT k.convalidated AND c.relnamespace = current_schema()::regnamespace
  ORDER BY c.relname`;

interface Batch {
  readonly account: number;
  readonly id: number;
  readonly filled: number;
}

async function fillTable(client: Client, table: Stamped): Promise<void> {
  let filled = 0;
  for (let last: Batch | undefined = { account: 0, id: 0, filled: 0 }; last !== undefined; ) {
    const after: unknown[] = [last.account, last.id];
    last = (await client.query<Batch>(fillBatch(table), after)).rows[0];
    filled += last?.filled ?? 0;
  }
  // All rows were rewritten. Until a VACUUM, index-only scans would have to read the table.
  if (filled > 0) await client.query(`VACUUM (ANALYZE) ${table.documents}`);
}

/**
 * Fills one batch. $1 account and $2 id of the last row of the previous batch. Returns the last row of this one; long
 * texts are not rewritten.
 */
function fillBatch({ name, documents }: Stamped): string {
  return `WITH batch AS MATERIALIZED (
      SELECT account, id, updated_on, deleted FROM ${name} WHERE (account, id) > ($1, $2) ORDER BY account, id LIMIT ${BATCH_ROWS}
    ), filled AS (
      UPDATE ${documents} AS d SET updated_on = b.updated_on, deleted = b.deleted FROM batch AS b
      WHERE d.account = b.account AND d.id = b.id AND d.updated_on IS NULL RETURNING d.id
    )
    SELECT account, id, (SELECT count(*)::integer FROM filled) AS filled FROM batch ORDER BY account DESC, id DESC LIMIT 1`;
}
