/** Asks a large table for every equality that has an index in every order that has one, and counts the rows looked at. */
import assert from 'node:assert/strict';
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { Condition, ListPlan, OrderKey, Scalar } from '../../src/records/lists/plan.ts';
import {
  type AccessPath,
  DATABASE_CHOICE,
  MAX_FEW_ROWS,
  planAccess,
} from '../../src/storage/records/lists/list-planner.ts';
import { probeQuery } from '../../src/storage/records/lists/list-probe.ts';
import { pageHeadQuery, pageKeysQuery } from '../../src/storage/records/lists/list-query.ts';
import { isQuickList } from '../../src/storage/records/lists/quick-list.ts';
import { listIndexesOf } from '../../src/storage/schema/indexes.ts';
import type { Dialect, SqlQuery } from '../../src/storage/sql/dialect.ts';
import { plan } from './listing.ts';
import { filledWith, SAME } from './many-rows.ts';

export interface LargeTable {
  readonly dialect: Dialect;
  /** Every row as an array of its columns. */
  rows(query: SqlQuery): Promise<unknown[][]>;
  /** How many rows of the table, or of its indexes, the statement looks at. */
  visited(query: SqlQuery, way: AccessPath | 'count'): Promise<number>;
}

export const ACCOUNT = 1;
export const kept: Condition = { field: 'Deleted', anyOf: [{ op: 'eq', value: false }] };
export const is = (field: string, value: Scalar | null): Condition => ({ field, anyOf: [{ op: 'eq', value }] });

export function ordered(field: string, descending: boolean): OrderKey[] {
  return field === 'ID' ? [{ field, descending }] : [field, 'ID'].map((key) => ({ field: key, descending }));
}

/** Every indexed field in every indexed order, up and down or now up, now down. The value is that of rows a walk comes to last. */
export function equalities(type: RecordTypeName, rows: number, directions: 'both' | 'in turn'): ListPlan[] {
  const fields = listIndexesOf(type).map(({ field }) => field);
  return fields.flatMap((field) =>
    ['ID', ...fields].flatMap((order, n) =>
      (directions === 'both' ? [false, true] : [n % 2 === 1]).map((descending) => {
        const value = filledWith(type, field, descending ? 2 * SAME : rows - 2 * SAME);
        return plan(type, { where: [kept, is(field, value)], order: ordered(order, descending), take: 25 });
      }),
    ),
  );
}

/** The rows that all of its statements look at are few, or those that an equality has. */
export async function assertNarrow(table: LargeTable, asked: ListPlan): Promise<void> {
  const { visited } = await answer(table, asked);
  assert.ok(
    visited <= 2 * MAX_FEW_ROWS,
    `${visited} rows for ${JSON.stringify([asked.type, asked.where[1], asked.order[0]])}`,
  );
}

/** What the engines do: counts, tries one way after the other, and tells what was looked at for it. */
export async function answer(table: LargeTable, asked: ListPlan): Promise<{ way: AccessPath; visited: number }> {
  if (isQuickList(asked)) return { way: DATABASE_CHOICE, visited: await visit(DATABASE_CHOICE) };
  let visited = 0;
  const choosing = planAccess(asked, table.dialect);
  let step = choosing.next();
  while (!step.done) {
    const query = probeQuery(asked, ACCOUNT, step.value, table.dialect);
    const [counts] = (await table.rows(query)) as [number[]];
    visited += await table.visited(query, 'count');
    step = choosing.next(counts);
  }
  for (const way of step.value.tries) {
    visited += await visit(way);
    const [[found]] = (await table.rows(headBy(way))) as [[number]];
    if (found > asked.take) return { way, visited };
    if (found === 0) break;
  }
  return { way: step.value.last, visited: visited + (await visit(step.value.last)) };

  function headBy(way: AccessPath): SqlQuery {
    return pageHeadQuery(asked, ACCOUNT, table.dialect, way);
  }

  function visit(way: AccessPath): Promise<number> {
    return table.visited(headBy(way), way);
  }
}

/** The keys of the page, found in this way. */
export async function keysBy({ dialect, rows }: LargeTable, asked: ListPlan, way: AccessPath): Promise<unknown[][]> {
  const { text, values } = pageKeysQuery(asked, ACCOUNT, dialect, way);
  return rows({ text, values });
}
