/**
 * Exports one account as of one instant, row by row, while writes continue. The snapshot is a read transaction on its
 * own connection. The write-ahead log grows until it ends.
 */

import type { Seals } from '../../lib/sealed.ts';
import { openRowSecrets } from '../secrets/secret-columns.ts';
import { openConnection, type SqliteConnection } from '../sqlite/connection.ts';
import { StorageError } from '../storage-error.ts';
import { accountRowsQuery, recordCountQuery } from './account-queries.ts';
import {
  type AccountRow,
  type AccountSnapshot,
  type ColumnKind,
  isServiceTable,
  type RowValue,
  rowColumnsOf,
  rowKinds,
} from './account-rows.ts';
import { IS_COMPLETE_ACCOUNT_SQL } from './partial-account.sqlite.ts';

type Kept = string | number | Uint8Array | null;

export async function exportAccount<Result>(
  file: string,
  seals: Seals,
  account: number,
  receive: (snapshot: AccountSnapshot) => Promise<Result>,
): Promise<Result> {
  const connection = openConnection({ file, access: 'read', busyTimeoutMs: 10_000, cacheMiB: 8 });
  try {
    connection.db.exec('BEGIN');
    const row = connection
      .prepare(
        `SELECT id, name, created_on, frozen, currency FROM accounts WHERE key = ? AND ${IS_COMPLETE_ACCOUNT_SQL}`,
      )
      .get(account);
    if (row === undefined) throw new StorageError('The account was removed a moment ago.');
    return await receive({
      account: {
        id: row.id as string,
        name: row.name as string,
        createdOn: row.created_on as number,
        currency: row.currency as string,
      },
      frozen: row.frozen === 1,
      rows: rowsOf(connection, seals, account),
    });
  } finally {
    connection.close();
  }
}

async function* rowsOf({ db }: SqliteConnection, seals: Seals, account: number): AsyncGenerator<AccountRow> {
  for (const kind of rowKinds) {
    const columns = Object.values(rowColumnsOf(kind));
    let given = 0;
    const select = db.prepare(accountRowsQuery(kind, account, ['key']), { returnArrays: true });
    for (const kept of select.iterate() as Iterable<unknown> as Iterable<Kept[]>) {
      const values = columns.map((column, n) => rowValueOf(column, kept[n]!));
      yield openRowSecrets(seals, account, { kind, values });
      given++;
    }
    if (isServiceTable(kind)) continue;
    const { records } = db.prepare(recordCountQuery(kind, account)).get() as { records: number };
    if (records !== given) {
      throw new StorageError(
        `${given} of ${records} ${kind} can be read: the database is damaged. Let the command doctor look at it.`,
      );
    }
  }
}

function rowValueOf(column: ColumnKind, kept: Kept): RowValue {
  if (kept instanceof Uint8Array) return Buffer.from(kept).toString('hex');
  return column === 'boolean' ? kept === 1 : kept;
}
