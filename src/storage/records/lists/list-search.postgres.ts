/** A list that may take long on its connection: what its filters have is counted, then one way is tried after the other. */
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
  /** How long a statement may take. */
  readonly listMs: number;
}

/** What a list was found to have, or the ways that are left to look for it. */
export type FirstAttempt<Row> = { readonly rows: Row[] } | { readonly ways: readonly AccessPath[] };

/** Counts what its filters have, and tries the first way where that ends soon, whatever it finds: most lists take no more. */
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

/** One way after the other, until one has found enough; the last finds all there is. */
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

/** One more than asked for says that the page is whole. */
function isEnough([row]: readonly Pick<ListRow, 'found'>[], { take }: ListPlan): boolean {
  return row!.found > take;
}

/** Then a longer walk is in vain. */
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

/** The way of a list that has one. */
export function onlyAccessPath(plan: ListPlan): AccessPath | undefined {
  const { done, value } = planAccess(plan, postgresDialect).next();
  return done && value.tries.length === 0 ? value.last : undefined;
}

/** Counts what has to be counted; where that is nothing, nothing is asked. In a transaction, which it steers. */
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
 * Leaves PostgreSQL the one path that the way means, for the rest of the transaction. Its estimates would do where they
 * are right; after an import there are none, and a large account among small ones is taken for a small one.
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

/** What is looked up row by row is: an account that is taken for a small one would be read as a whole, to join it. */
const NESTED_LOOP_SETTINGS = ['enable_hashjoin = off', 'enable_mergejoin = off', 'enable_material = off'];

/** All of it in one round trip. A statement that fails ends the transaction, so the COMMIT behind it succeeds. */
export async function withStatementTimeout<Answer>(
  client: Client,
  ms: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const [, , answer] = await awaitPipelined([...begin(client, ms), ask(), client.query('COMMIT')]);
  return answer as Answer;
}

/**
 * Sent, and not waited for. A list works on one processor: with helpers of its own, the two lists that one account may have would take
 * six, and reading a record waits for a processor, too.
 */
function begin(client: Client, ms: number) {
  return [
    client.query({ text: 'BEGIN READ ONLY', deadline: 'pulse' }),
    client.query(`SET LOCAL statement_timeout = ${ms}; SET LOCAL max_parallel_workers_per_gather = 0`),
  ] as const;
}
