/** Figures on PostgreSQL: every one waits for its turn among slow lists, and ends when it takes too long. */
import type { AccountScope } from '../../accounts/account.ts';
import type { FiguresStore } from '../../analytics/store.ts';
import { answering } from '../postgres/failures.ts';
import { type ListContext, run } from '../records/lists/list.postgres.ts';
import { hasName } from '../records/log/log.postgres.ts';
import { inTurn } from '../slow-work-queue.ts';
import { postgresDialect } from '../sql/dialect.postgres.ts';
import { makeFigures } from './analytics.ts';

export function postgresFigures(context: Omit<ListContext, 'account'>, account: AccountScope): FiguresStore {
  return makeFigures({
    dialect: postgresDialect,
    account: account.key,
    has: hasName,
    slow: (query, _columns, gone) =>
      answering(() => inTurn(context.slowLists, account.key, () => run(context, query, gone), gone)) as never,
  });
}
