/** Runs analytics queries on either engine, and contains their common SQL. */

import type { WorkOrderScope } from '../../analytics/store.ts';
import { type EnumField, fieldsOf, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import type { HasJsonKeySql } from '../records/log/history-list.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../sql/dialect.ts';

export interface AnalyticsSource {
  readonly dialect: Dialect;
  readonly account: number;
  readonly has: HasJsonKeySql;
  /** Runs a slow query in the fair queue of the account. `columns` are in the order of the SELECT. */
  slow<Row>(
    query: SqlQuery,
    columns: readonly string[],
    gone: AbortSignal | undefined,
  ): Promise<readonly Row[] | Problem>;
}

/** Selected SQL expressions by column name. */
export type SelectedColumns = Readonly<Record<string, string>>;

export function selectListSql(columns: SelectedColumns): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');
}

/** Runs one query. `rest` returns the SQL after the columns, and adds its own parameters. */
export async function runAnalyticsQuery<Row, Result>(
  source: AnalyticsSource,
  columns: (parameters: SqlParameters) => SelectedColumns,
  rest: (parameters: SqlParameters) => string,
  shown: (rows: readonly Row[]) => Result,
  gone: AbortSignal | undefined,
): Promise<Result | Problem> {
  const parameters = new SqlParameters(source.dialect);
  const named = columns(parameters);
  const text = `SELECT ${selectListSql(named)} ${rest(parameters)}`;
  const rows = await source.slow<Row>({ text, values: parameters.values }, Object.keys(named), gone);
  return rows instanceof Problem ? rows : shown(rows);
}

/** Returns the FROM and WHERE clauses for the account's work orders `w` in scope. */
export function workOrdersSql(
  { dialect, account }: AnalyticsSource,
  counted: WorkOrderScope,
  parameters: SqlParameters,
): string {
  const conditions = [
    dialect.watched?.('w.key', 1024),
    `w.account = ${parameters.add(account)} AND w.deleted = FALSE`,
    counted.boardID !== undefined && `w.board_id = ${parameters.add(counted.boardID)}`,
    counted.locationID !== undefined && `w.location_id = ${parameters.add(counted.locationID)}`,
    counted.type !== undefined && `w.type = ${enumIndexOf('WorkOrders', 'Type', counted.type)}`,
  ];
  return `work_orders AS w WHERE ${conditions.filter(Boolean).join(' AND ')}`;
}

/** Returns the column value of an enum value: its index in the declared order. */
export function enumIndexOf(type: RecordTypeName, field: string, value: string): number {
  const at = enumValuesOf(type, field).indexOf(value);
  if (at === -1) throw new Error(`${type}.${field} is never ${value}`);
  return at;
}

export function enumValuesOf(type: RecordTypeName, field: string): readonly string[] {
  return (fieldsOf(recordType(type)) as Record<string, unknown> as Record<string, EnumField>)[field]!.values;
}

/** Returns a sum that counts the rows for which the condition is true. */
export function countIfSql(condition: string): string {
  return `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
}

/**
 * Returns a sum as two columns, a high and a low part, because it may exceed the integers of a database or of
 * JavaScript. The sum of an empty set is 0.
 */
export function wideSumColumns(name: string, value: string): SelectedColumns {
  const part = (sql: string) => `CAST(coalesce(sum(${sql}), 0) AS BIGINT)`;
  return {
    [`${name}_high`]: part(`(${value}) / ${WIDE_SUM_BASE}`),
    [`${name}_low`]: part(`(${value}) % ${WIDE_SUM_BASE}`),
  };
}

const WIDE_SUM_BASE = 10_000_000;

export function readWideSum(row: object, name: string): bigint {
  const parts = row as Record<string, number>;
  return BigInt(parts[`${name}_high`]!) * BigInt(WIDE_SUM_BASE) + BigInt(parts[`${name}_low`]!);
}
