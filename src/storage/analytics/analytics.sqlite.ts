/** Analytics on SQLite: each query runs on a reader thread, in the fair queue of its account. */
import type { AccountScope } from '../../accounts/account.ts';
import type { FiguresStore } from '../../analytics/store.ts';
import { hasJsonKeySql } from '../records/log/log.sqlite.ts';
import { readerDialect } from '../sql/dialect.sqlite.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import { createSlowQuery } from '../sqlite/slow-query.ts';
import { createAnalyticsStore } from './analytics.ts';

export function createSqliteAnalyticsStore(readers: ReaderPool, account: AccountScope): FiguresStore {
  return createAnalyticsStore({
    dialect: readerDialect,
    account: account.key,
    has: hasJsonKeySql,
    slow: createSlowQuery(readers, account),
  });
}
