/** Lists on PostgreSQL: one statement a page; a page too large for one text is read piece by piece. */
import type { AccountScope } from '../../accounts/account.ts';
import { Problem } from '../../problems.ts';
import type { ListPlan } from '../../records/list/plan.ts';
import type { ListPage } from '../../records/store.ts';
import { type ListRow, listQuery, type Query, readListRow } from '../list-query.ts';
import { isQuickList } from '../quick-list.ts';
import { overloaded } from '../refusals.ts';
import { type Pool, withClient } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { problemOf } from './failures.ts';
import { type LargePages, openLargePage } from './large-page.ts';
import type { SlowLists } from './slow-lists.ts';
import type { StatementNames } from './statement-names.ts';

export interface ListContext {
  readonly pool: Pool;
  readonly account: AccountScope;
  readonly largePages: LargePages;
  readonly names: StatementNames;
  readonly slowLists: SlowLists;
  /** Stops what the connection of this process id is doing; absent where nobody is there to do it. */
  readonly cancel: ((processID: number) => Promise<void>) | undefined;
}

export async function listRecords(
  context: ListContext,
  plan: ListPlan,
  gone?: AbortSignal,
): Promise<ListPage | Problem> {
  if (gone?.aborted) return overloaded();
  try {
    const find = () => run<ListRow>(context, listQuery(plan, context.account.key, postgresDialect), gone);
    const found = isQuickList(plan) ? await find() : await context.slowLists.run(find, gone);
    if (found instanceof Problem) return found;
    const [row] = found;
    const page = readListRow(row!, plan);
    if (page.body !== null) return page;
    const large = await openLargePage(context.pool, context.largePages, context.account.key, plan, gone);
    return 'pieces' in large ? { ...page, body: large.pieces } : large;
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}

/** A statement whose client has left is cancelled: it may have half a minute to go. */
export function run<Row>(
  { pool, names, cancel }: Omit<ListContext, 'account'>,
  { text, values }: Query,
  gone?: AbortSignal,
): Promise<Row[]> {
  return withClient(pool, async (client) => {
    // It may have left while the connection was waited for.
    gone?.throwIfAborted();
    let cancelling: Promise<void> | undefined;
    const stop = () => {
      // The driver has it, its types do not.
      cancelling = cancel?.((client as unknown as { processID: number }).processID);
    };
    gone?.addEventListener('abort', stop, { once: true });
    try {
      const name = names.of(text);
      const result = await client.query({ ...(name && { name }), text, values, deadline: 'list' });
      return result.rows;
    } finally {
      gone?.removeEventListener('abort', stop);
      // The connection is lent out again only when the cancellation can no longer meet somebody else's statement.
      await cancelling;
    }
  });
}
