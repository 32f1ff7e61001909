/** Figures on SQLite: every one on a reader thread, in its account's turn. */
import type { AccountScope } from '../../accounts/account.ts';
import type { FiguresStore } from '../../analytics/store.ts';
import { hasName } from '../records/log/log.sqlite.ts';
import { readerDialect } from '../sql/dialect.sqlite.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import { slowRows } from '../sqlite/reader-rows.ts';
import { makeFigures } from './analytics.ts';

export function sqliteFigures(readers: ReaderPool, account: AccountScope): FiguresStore {
  return makeFigures({ dialect: readerDialect, account: account.key, has: hasName, slow: slowRows(readers, account) });
}
