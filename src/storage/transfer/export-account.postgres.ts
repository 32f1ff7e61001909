/** Exports one account as of one instant, row by row, while writes continue. */

import type { Seals } from '../../lib/sealed.ts';
import { type Client, type Pool, rollBack, withClient } from '../postgres/connection.ts';
import { translateFailures } from '../postgres/failures.ts';
import { openRowSecrets } from '../secrets/secret-columns.ts';
import { StorageError } from '../storage-error.ts';
import { accountRowsQuery, recordCountQuery } from './account-queries.ts';
import {
  type AccountRow,
  type AccountSnapshot,
  isServiceTable,
  type RowValue,
  rowColumnsOf,
  rowKinds,
} from './account-rows.ts';

/** Rows per FETCH. A document has at most 256 KiB. */
const FETCH_ROWS = 100;

export function exportAccount<Result>(
  pool: Pool,
  seals: Seals,
  account: number,
  receive: (snapshot: AccountSnapshot) => Promise<Result>,
): Promise<Result> {
  return translateFailures(() =>
    withClient(pool, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      try {
        client.patience = 'unhurried';
        // Disables the time limits: the export also waits for the receiver of the rows.
        await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
        return await receive({ ...(await readAccount(client, account)), rows: rowsOf(client, seals, account) });
      } finally {
        await rollBack(client);
      }
    }),
  );
}

async function readAccount(client: Client, account: number): Promise<Omit<AccountSnapshot, 'rows'>> {
  const { rows } = await client.query<{
    id: string;
    name: string;
    created_on: number;
    frozen: boolean;
    currency: string;
  }>('SELECT id, name, created_on, frozen, currency FROM accounts WHERE key = $1', [account]);
  const [row] = rows;
  if (row === undefined) throw new StorageError('The account was removed a moment ago.');
  const { id, name, created_on: createdOn, currency, frozen } = row;
  return { account: { id, name, createdOn, currency }, frozen };
}

async function* rowsOf(client: Client, seals: Seals, account: number): AsyncGenerator<AccountRow> {
  for (const kind of rowKinds) {
    const columns = Object.keys(rowColumnsOf(kind)).length;
    let given = 0;
    await client.query(
      `DECLARE account_rows NO SCROLL CURSOR FOR ${accountRowsQuery(kind, account, ['account', 'id'])}`,
    );
    for (let fetched = FETCH_ROWS; fetched === FETCH_ROWS; ) {
      const { rows } = await client.query<Kept[]>({ text: `FETCH ${FETCH_ROWS} FROM account_rows`, rowMode: 'array' });
      fetched = rows.length;
      for (const kept of rows) {
        yield openRowSecrets(seals, account, { kind, values: kept.slice(0, columns).map(rowValueOf) });
      }
      given += fetched;
    }
    await client.query('CLOSE account_rows');
    if (isServiceTable(kind)) continue;
    const { rows } = await client.query<{ records: number }>(recordCountQuery(kind, account));
    if (rows[0]!.records !== given) {
      throw new StorageError(
        `${given} of ${rows[0]!.records} ${kind} can be read: the database is damaged. Let the command doctor look at it.`,
      );
    }
  }
}

type Kept = RowValue | Buffer;

function rowValueOf(kept: Kept): RowValue {
  return Buffer.isBuffer(kept) ? kept.toString('hex') : kept;
}
