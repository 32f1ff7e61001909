/** Lists on PostgreSQL: one statement a page; a page too large for one text is read piece by piece. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { FairSemaphore } from '../../../fairness/budget.ts';
import type { ClientAbort } from '../../../lib/gone.ts';
import { Problem } from '../../../problems.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import type { ListPage, PageHead, RecordStore } from '../../../records/store.ts';
import { type Client, type ConnectionSource, type Pool, withClient } from '../../postgres/connection.ts';
import { problemOf } from '../../postgres/failures.ts';
import type { CancelStatement } from '../../postgres/leased-connection.ts';
import { withPermit } from '../../slow-work-queue.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { type LargePageConnections, openLargePage } from './large-page.postgres.ts';
import { type AccessPath, DATABASE_CHOICE } from './list-planner.ts';
import {
  isLargePage,
  type ListRow,
  listQuery,
  type PageResult,
  type PageSizePolicy,
  pageHeadQuery,
  readListRow,
  readPageHead,
  type SqlQuery,
  totalsQuery,
} from './list-query.ts';
import {
  type FirstAttempt,
  onlyAccessPath,
  type RunQuery,
  searchPaths,
  tryFirstPath,
  withStatementTimeout,
} from './list-search.postgres.ts';
import { isQuickList } from './quick-list.ts';
import type { StatementNames } from './statement-names.postgres.ts';

export interface ListContext {
  readonly pool: Pool;
  /** The same connections in turn with the other accounts: for what is soon done, of which one may ask for a thousand at once. */
  readonly quick: ConnectionSource;
  readonly account: AccountScope;
  readonly largePages: LargePageConnections;
  readonly names: StatementNames;
  /**
   * A list that looks through much holds its connection for as long. At most half of the pool is given to such lists, so
   * that reading or changing a record never waits behind them, and to those of one account not all of that.
   */
  readonly slowLists: FairSemaphore;
  /** Turns in which pages of the delivery log are read on: a hundred of one account, each a piece at a time, would take all connections. */
  readonly deliveryPieces: FairSemaphore;
  /** How long the statement of such a list may run. */
  readonly listMs: number;
  /** Absent where nobody is there to do it. */
  readonly cancel: CancelStatement | undefined;
}

export async function listRecords(
  context: ListContext,
  plan: ListPlan,
  leaving?: ClientAbort,
): Promise<ListPage | Problem> {
  const gone = leaving?.();
  return answering(async () => {
    const page = await find(context, plan, 'even', gone);
    if (page instanceof Problem || page.body !== null) return page;
    if (!isLargePage(page)) {
      const uneven = await find(context, plan, 'any', gone);
      if (uneven instanceof Problem || uneven.body !== null) return uneven;
    }
    const large = await openLargePage(context, plan, gone);
    return 'pieces' in large ? { ...page, body: large.pieces } : large;
  });
}

export async function loadPageHead(
  context: ListContext,
  plan: ListPlan,
  leaving?: ClientAbort,
): Promise<PageHead | Problem> {
  const gone = leaving?.();
  const queryBy = (way: AccessPath) => pageHeadQuery(plan, context.account.key, postgresDialect, way);
  return answering(async () => {
    const rows = await runInTurn<Pick<ListRow, 'found' | 'total'>>(context, plan, queryBy, gone);
    return rows instanceof Problem ? rows : readPageHead(rows[0]!, plan);
  });
}

export async function countPerReference(
  context: ListContext,
  plan: Parameters<RecordStore['totals']>[0],
  leaving?: ClientAbort,
): Promise<ReadonlyMap<number, number> | Problem> {
  const gone = leaving?.();
  const { account, slowLists } = context;
  const query = totalsQuery(plan, account.key, postgresDialect);
  return answering(async () => {
    const count = () => runListQuery<{ id: number; total: number }>(context, query, gone);
    const rows = await withPermit(slowLists, account.key, count, gone);
    return rows instanceof Problem ? rows : new Map(rows.map(({ id, total }) => [id, total]));
  });
}

async function find(
  context: ListContext,
  plan: ListPlan,
  evenness: PageSizePolicy,
  gone: AbortSignal | undefined,
): Promise<PageResult | Problem> {
  const queryBy = (way: AccessPath) => listQuery(plan, context.account.key, postgresDialect, evenness, way);
  const rows = await runInTurn<ListRow>(context, plan, queryBy, gone);
  return rows instanceof Problem ? rows : readListRow(rows[0]!, plan);
}

/** A long page holds its connection for as long as its texts are read: those of one account would keep all of them busy. */
const MAX_SHORT_PAGE_RECORDS = 100;

function runInTurn<Row extends Pick<ListRow, 'found'>>(
  context: ListContext,
  plan: ListPlan,
  queryBy: (way: AccessPath) => SqlQuery,
  gone: AbortSignal | undefined,
): Promise<Row[] | Problem> {
  const { account, slowLists } = context;
  if (!isQuickList(plan)) return search<Row>(context, plan, queryBy, gone);
  const query = queryBy(DATABASE_CHOICE);
  if (plan.take <= MAX_SHORT_PAGE_RECORDS) return runListQuery<Row>(context, query, gone, 'quick');
  return withPermit(slowLists, account.key, () => runListQuery<Row>(context, query, gone), gone);
}

/** Waits for its turn where it turns out to take long; what it finds soon, it has before. */
async function search<Row extends Pick<ListRow, 'found'>>(
  context: ListContext,
  plan: ListPlan,
  queryBy: (way: AccessPath) => SqlQuery,
  gone: AbortSignal | undefined,
): Promise<Row[] | Problem> {
  const { account, slowLists, listMs } = context;
  const on = (client: Client, ask: RunQuery) => ({ client, ask, listMs, account: account.key });
  const trying = (client: Client, ask: RunQuery) => tryFirstPath<Row>(on(client, ask), plan, queryBy);
  const only = onlyAccessPath(plan);
  const isTriedBefore = only === undefined && plan.take <= MAX_SHORT_PAGE_RECORDS;
  const before: FirstAttempt<Row> | undefined = isTriedBefore
    ? await lend(context.quick, context, trying, gone)
    : only && { ways: [only] };
  if (before !== undefined && 'rows' in before) return before.rows;
  const searching = async (client: Client, ask: RunQuery) => {
    const tried = before ?? (await trying(client, ask));
    return 'rows' in tried ? tried.rows : searchPaths<Row>(on(client, ask), plan, queryBy, tried.ways);
  };
  return withPermit(slowLists, account.key, () => lend(context.pool, context, searching, gone), gone);
}

async function answering<Answer>(work: () => Promise<Answer>): Promise<Answer | Problem> {
  try {
    return await work();
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    return problem;
  }
}

/** One statement. It ends when its client has left, and, unless it is a quick one, when it takes too long. */
export function runListQuery<Row>(
  context: Omit<ListContext, 'account'>,
  query: SqlQuery,
  gone?: AbortSignal,
  speed: 'quick' | 'slow' = 'slow',
): Promise<Row[]> {
  if (speed === 'quick') return lend(context.quick, context, (_client, ask) => ask<Row>(query), gone);
  return lend(
    context.pool,
    context,
    (client, ask) => withStatementTimeout(client, context.listMs, () => ask<Row>(query)),
    gone,
  );
}

/** Lends a connection; what it is doing ends when the client has left. */
function lend<Result>(
  lender: ConnectionSource,
  { names, cancel }: Pick<ListContext, 'names' | 'cancel'>,
  work: (client: Client, ask: RunQuery) => Promise<Result>,
  gone: AbortSignal | undefined,
): Promise<Result> {
  return withClient(lender, async (client) => {
    // It may have left while the connection was waited for.
    gone?.throwIfAborted();
    let cancelling: Promise<void> | undefined;
    const stop = () => {
      cancelling = cancel?.(client);
    };
    gone?.addEventListener('abort', stop, { once: true });
    try {
      return await work(client, async ({ text, values }) => {
        // Of several statements none is under way in between, so nothing was stopped.
        gone?.throwIfAborted();
        const name = names.of(text);
        const { rows } = await client.query({ ...(name && { name }), text, values, deadline: 'list' });
        return rows;
      });
    } finally {
      gone?.removeEventListener('abort', stop);
      // The connection is lent out again only when the cancellation can no longer meet somebody else's statement.
      await cancelling;
    }
  });
}
