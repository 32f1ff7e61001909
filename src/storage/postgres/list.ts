/** Lists on PostgreSQL: one statement a page; a page too large for one text is read piece by piece. */
import type { AccountScope } from '../../accounts/account.ts';
import { Problem } from '../../problems.ts';
import type { ListPlan } from '../../records/list/plan.ts';
import type { ListPage, PageHead } from '../../records/store.ts';
import type { Budget } from '../../shares/budget.ts';
import { inTurn } from '../in-turn.ts';
import {
  type Evenness,
  isLarge,
  type ListRow,
  listQuery,
  type PageRead,
  pageHeadQuery,
  type Query,
  readListRow,
  readPageHead,
} from '../list-query.ts';
import { isQuickList } from '../quick-list.ts';
import { type Client, type Pool, together, withClient } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { problemOf } from './failures.ts';
import { type LargePages, openLargePage } from './large-page.ts';
import type { StatementNames } from './statement-names.ts';

export interface ListContext {
  readonly pool: Pool;
  readonly account: AccountScope;
  readonly largePages: LargePages;
  readonly names: StatementNames;
  /**
   * A list that looks through much holds its connection for as long. At most half of the pool is given to such lists, so
   * that reading or changing a record never waits behind them, and to those of one account not all of that.
   */
  readonly slowLists: Budget;
  /** How long the statement of such a list may run. */
  readonly listMs: number;
  /** Stops what the connection of this process id is doing; absent where nobody is there to do it. */
  readonly cancel: ((processID: number) => Promise<void>) | undefined;
}

export async function listRecords(
  context: ListContext,
  plan: ListPlan,
  gone?: AbortSignal,
): Promise<ListPage | Problem> {
  return answering(async () => {
    const page = await find(context, plan, 'even', gone);
    if (page instanceof Problem || page.body !== null) return page;
    if (!isLarge(page)) {
      const uneven = await find(context, plan, 'any', gone);
      if (uneven instanceof Problem || uneven.body !== null) return uneven;
    }
    const large = await openLargePage(context, plan, gone);
    return 'pieces' in large ? { ...page, body: large.pieces } : large;
  });
}

export async function headOfPage(
  context: ListContext,
  plan: ListPlan,
  gone?: AbortSignal,
): Promise<PageHead | Problem> {
  return answering(async () => {
    const rows = await runInTurn<ListRow>(
      context,
      plan,
      pageHeadQuery(plan, context.account.key, postgresDialect),
      gone,
    );
    return rows instanceof Problem ? rows : readPageHead(rows[0]!, plan);
  });
}

async function find(
  context: ListContext,
  plan: ListPlan,
  evenness: Evenness,
  gone: AbortSignal | undefined,
): Promise<PageRead | Problem> {
  const query = listQuery(plan, context.account.key, postgresDialect, evenness);
  const rows = await runInTurn<ListRow>(context, plan, query, gone);
  return rows instanceof Problem ? rows : readListRow(rows[0]!, plan);
}

/** A long page holds its connection for as long as its texts are read: those of one account would keep all of them busy. */
const SHORT_PAGE = 100;

function runInTurn<Row>(
  context: ListContext,
  plan: ListPlan,
  query: Query,
  gone: AbortSignal | undefined,
): Promise<Row[] | Problem> {
  if (isQuickList(plan) && plan.take <= SHORT_PAGE) return run(context, query, gone, 'quick');
  return inTurn(context.slowLists, context.account.key, () => run<Row>(context, query, gone), gone);
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

/** A statement that takes too long ends, and so does one whose client has left. */
export function run<Row>(
  { pool, names, cancel, listMs }: Omit<ListContext, 'account'>,
  { text, values }: Query,
  gone?: AbortSignal,
  speed: 'quick' | 'slow' = 'slow',
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
      const ask = () => client.query({ ...(name && { name }), text, values, deadline: 'list' });
      const { rows } = speed === 'quick' ? await ask() : await within(client, listMs, ask);
      return rows;
    } finally {
      gone?.removeEventListener('abort', stop);
      // The connection is lent out again only when the cancellation can no longer meet somebody else's statement.
      await cancelling;
    }
  });
}

/** All of it in one round trip. A statement that fails ends the transaction, so the COMMIT behind it succeeds. */
async function within<Answer>(client: Client, ms: number, ask: () => Promise<Answer>): Promise<Answer> {
  const [, , answer] = await together([
    client.query({ text: 'BEGIN READ ONLY', deadline: 'pulse' }),
    client.query(`SET LOCAL statement_timeout = ${ms}`),
    ask(),
    client.query('COMMIT'),
  ]);
  return answer as Answer;
}
