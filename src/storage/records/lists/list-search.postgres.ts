/**
 * Runs a list that may take long on one connection: counts the rows of its filters, then tries one access path after
 * the other.
 */
import type { ListPlan } from '../../../records/lists/plan.ts';
import { awaitPipelined, type Client, rollBack } from '../../postgres/connection.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { type AccessPath, type AccessPlan, isShortPlan, planAccess } from './list-planner.ts';
import { probeQuery } from './list-probe.ts';
import type { ListRow, SqlQuery } from './list-query.ts';

/** Runs one statement. */
export type RunQuery = <Row>(query: SqlQuery) => Promise<Row[]>;

export interface SearchContext {
  readonly client: Client;
  readonly ask: RunQuery;
  readonly account: number;
  /** Time limit of a statement. */
  readonly listMs: number;
}

/** The rows that were found, or the access paths that are left to try. */
export type FirstAttempt<Row> = { readonly rows: Row[] } | { readonly ways: readonly AccessPath[] };

/** Counts the rows of the filters, and tries the first path if it ends soon in any case. Most lists need no more. */
export async function tryFirstPath<Row extends Pick<ListRow, 'found'>>(
  searching: SearchContext,
  plan: ListPlan,
  queryBy: (way: AccessPath) => SqlQuery,
): Promise<FirstAttempt<Row>> {
  const { client, ask, account, listMs } = searching;
  try {
    const [, , choice] = await awaitPipelined([...begin(client, listMs), chooseAccessPlan(client, ask, account, plan)]);
    const ways = [...choice.tries, choice.last];
    const rows = isShortPlan(choice, plan) ? await askBy<Row>(searching, queryBy, ways[0]!) : undefined;
    await client.query('COMMIT');
    if (rows === undefined) return { ways };
    if (ways.length === 1 || isEnough(rows, plan)) return { rows };
    return { ways: findsNothing(rows) ? [choice.last] : ways.slice(1) };
  } catch (failure) {
    await rollBack(client);
    throw failure;
  }
}

/** Tries one path after the other until one finds enough rows. The last path finds all rows. */
export async function searchPaths<Row extends Pick<ListRow, 'found'>>(
  searching: SearchContext,
  plan: ListPlan,
  queryBy: (way: AccessPath) => SqlQuery,
  ways: readonly AccessPath[],
): Promise<Row[]> {
  const { client, ask, listMs } = searching;
  const last = ways.at(-1)!;
  if (ways.length === 1) {
    return withStatementTimeout(client, listMs, () =>
      last.by === 'database' ? ask<Row>(queryBy(last)) : askBy<Row>(searching, queryBy, last),
    );
  }
  try {
    await awaitPipelined(begin(client, listMs));
    for (const way of ways.slice(0, -1)) {
      const rows = await askBy<Row>(searching, queryBy, way);
      if (isEnough(rows, plan)) {
        await client.query('COMMIT');
        return rows;
      }
      if (findsNothing(rows)) break;
    }
    const [rows] = await awaitPipelined([askBy<Row>(searching, queryBy, last), client.query('COMMIT')]);
    return rows;
  } catch (failure) {
    await rollBack(client);
    throw failure;
  }
}

/** True if the page is complete: the query found one row more than the page takes. */
function isEnough([row]: readonly Pick<ListRow, 'found'>[], { take }: ListPlan): boolean {
  return row!.found > take;
}

/** True if no row was found; then a longer walk is useless. */
function findsNothing([row]: readonly Pick<ListRow, 'found'>[]): boolean {
  return row!.found === 0;
}

async function askBy<Row>(
  { client, ask }: SearchContext,
  queryBy: (way: AccessPath) => SqlQuery,
  way: AccessPath,
): Promise<Row[]> {
  const [, rows] = await awaitPipelined([applyPlannerHints(client, way), ask<Row>(queryBy(way))]);
  return rows;
}

/** Returns the access path of a list that has only one. */
export function onlyAccessPath(plan: ListPlan): AccessPath | undefined {
  const { done, value } = planAccess(plan, postgresDialect).next();
  return done && value.tries.length === 0 ? value.last : undefined;
}

/**
 * Counts the rows of filters where the plan needs it, and runs no query where it does not. Runs in a transaction, whose
 * planner settings it changes.
 */
export async function chooseAccessPlan(
  client: Client,
  ask: RunQuery,
  account: number,
  plan: ListPlan,
): Promise<AccessPlan> {
  const choosing = planAccess(plan, postgresDialect);
  let step = choosing.next();
  while (!step.done) {
    const query = probeQuery(plan, account, step.value, postgresDialect);
    const [, [counts]] = await awaitPipelined([applyPlannerHints(client, 'count'), ask<Record<string, number>>(query)]);
    step = choosing.next(Object.values(counts!));
  }
  return step.value;
}

/**
 * Restricts PostgreSQL to the intended access path for the rest of the transaction. Its own estimates would be
 * sufficient if they were right. After an import there are none, and a large account among small ones is taken for a
 * small one.
 */
export function applyPlannerHints(client: Pick<Client, 'query'>, way: AccessPath | 'count'): Promise<unknown> {
  return awaitPipelined(settingsOf(way).map((setting) => client.query(`SET LOCAL ${setting}`)));
}

function settingsOf(way: AccessPath | 'count'): readonly string[] {
  // A bitmap is made of all there are before the first is counted.
  if (way === 'count') return ['enable_seqscan = off', 'enable_bitmapscan = off', 'jit = off'];
  switch (way.by) {
    case 'database':
      // Where others were tried before, it is left free again.
      return ['enable_seqscan TO DEFAULT', 'enable_sort TO DEFAULT', 'jit TO DEFAULT'];
    case 'filter':
      // What is contained may be in half of the rows, and then they are best read one after the other.
      if (way.filter.reads === 'all') return ['enable_seqscan TO DEFAULT', 'enable_sort TO DEFAULT'];
      return ['enable_seqscan = off', 'enable_bitmapscan TO DEFAULT', 'enable_sort TO DEFAULT', 'jit = off'];
    case 'order':
      return ['enable_seqscan = off', 'enable_sort = off', 'jit = off', ...NESTED_LOOP_SETTINGS];
  }
}

/**
 * Settings that force row-by-row lookups. Otherwise PostgreSQL reads a whole account to join it if it takes the account
 * for a small one.
 */
const NESTED_LOOP_SETTINGS = ['enable_hashjoin = off', 'enable_mergejoin = off', 'enable_material = off'];

/**
 * Runs the queries in one transaction with a time limit, in one round trip. A statement that fails ends the
 * transaction, so the COMMIT after it succeeds.
 */
export async function withStatementTimeout<Answer>(
  client: Client,
  ms: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const [, , answer] = await awaitPipelined([...begin(client, ms), ask(), client.query('COMMIT')]);
  return answer as Answer;
}

/**
 * Sends the start of the transaction without waiting for it. A list uses one processor only: with parallel workers, two
 * lists of one account would use six, and reading a record needs a processor too.
 */
function begin(client: Client, ms: number) {
  return [
    client.query({ text: 'BEGIN READ ONLY', deadline: 'pulse' }),
    client.query(`SET LOCAL statement_timeout = ${ms}; SET LOCAL max_parallel_workers_per_gather = 0`),
  ] as const;
}
