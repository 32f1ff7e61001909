/** Figures on PostgreSQL: every one waits for its turn among slow lists, and ends when it takes too long. */
import type { AccountScope } from '../../accounts/account.ts';
import type { FiguresStore } from '../../figures/store.ts';
import { makeFigures } from '../figures/figures.ts';
import { inTurn } from '../in-turn.ts';
import { postgresDialect } from './dialect.ts';
import { answering } from './failures.ts';
import { type ListContext, run } from './list.ts';
import { hasName } from './log.ts';

export function postgresFigures(context: Omit<ListContext, 'account'>, account: AccountScope): FiguresStore {
  return makeFigures({
    dialect: postgresDialect,
    account: account.key,
    has: hasName,
    slow: (query, _columns, gone) =>
      answering(() => inTurn(context.slowLists, account.key, () => run(context, query, gone), gone)) as never,
  });
}
