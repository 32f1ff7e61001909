/** Runs slow queries on a reader thread and returns their rows as objects keyed by column name. */
import type { AccountScope } from '../../accounts/account.ts';
import { Problem } from '../../problems.ts';
import type { SqlQuery } from '../sql/dialect.ts';
import type { ReaderPool } from './reader-pool.ts';

export function createSlowQuery(readers: ReaderPool, account: AccountScope) {
  return async (query: SqlQuery, columns: readonly string[], gone: AbortSignal | undefined) => {
    const rows = await readers.read(String(account.key), query, gone);
    if (rows instanceof Problem) return rows;
    return rows.map((row) => Object.fromEntries(row.map((value, n) => [columns[n], value]))) as never;
  };
}
