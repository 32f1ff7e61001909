/** Lists on PostgreSQL: one statement per page. A page too large for one text is read in pieces. */
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
  /**
   * The same connections, shared fairly between accounts: for short queries, of which one account may send a thousand
   * at once.
   */
  readonly quick: ConnectionSource;
  readonly account: AccountScope;
  readonly largePages: LargePageConnections;
  readonly names: StatementNames;
  /**
   * Permits for slow lists, which occupy their connection for a long time. At most half of the pool is available to
   * them, so that reading or changing a record never waits behind them. One account gets only a part of that half.
   */
  readonly slowLists: FairSemaphore;
  /**
   * Permits to continue pages of the delivery log, one piece at a time. Without them, a hundred pages of one account
   * would take all connections.
   */
  readonly deliveryPieces: FairSemaphore;
  /** Time limit of a slow list's statement. */
  readonly listMs: number;
  /** Cancels a running statement; absent if the process cannot do that. */
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

/**
 * Maximum size of a short page. A long page occupies its connection while its texts are read, so one account's long
 * pages could occupy all connections.
 */
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

/**
 * Searches a list. It returns quickly found rows without a permit, and waits for a permit before a search that takes
 * long.
 */
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

/** Runs one statement. It is cancelled when its client disconnects and, unless it is quick, when it takes too long. */
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

/** Lends a connection, and cancels its statement when the client disconnects. */
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
