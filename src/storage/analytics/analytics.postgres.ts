/** Analytics on PostgreSQL: each query waits in the queue of slow lists, and has a time limit. */
import type { AccountScope } from '../../accounts/account.ts';
import type { FiguresStore } from '../../analytics/store.ts';
import { translateFailures } from '../postgres/failures.ts';
import { type ListContext, runListQuery } from '../records/lists/list.postgres.ts';
import { hasJsonKeySql } from '../records/log/log.postgres.ts';
import { withPermit } from '../slow-work-queue.ts';
import { postgresDialect } from '../sql/dialect.postgres.ts';
import { createAnalyticsStore } from './analytics.ts';

export function createPostgresAnalyticsStore(
  context: Omit<ListContext, 'account'>,
  account: AccountScope,
): FiguresStore {
  return createAnalyticsStore({
    dialect: postgresDialect,
    account: account.key,
    has: hasJsonKeySql,
    slow: (query, _columns, gone) =>
      translateFailures(() =>
        withPermit(context.slowLists, account.key, () => runListQuery(context, query, gone), gone),
      ) as never,
  });
}
