/** Figures on SQLite: every one on a reader thread, in its account's turn. */
import type { AccountScope } from '../../accounts/account.ts';
import type { FiguresStore } from '../../figures/store.ts';
import { makeFigures } from '../figures/figures.ts';
import { readerDialect } from './dialect.ts';
import { hasName } from './log.ts';
import type { ReaderPool } from './reader-pool.ts';
import { slowRows } from './slow-rows.ts';

export function sqliteFigures(readers: ReaderPool, account: AccountScope): FiguresStore {
  return makeFigures({ dialect: readerDialect, account: account.key, has: hasName, slow: slowRows(readers, account) });
}
