/** Statements that may find enough rows for a page. Each is tried if the previous one found some rows, but too few. */
import type { SqlQuery } from '../../sql/dialect.ts';
import type { ColumnValue } from '../../sql/projection.ts';

export type RowArrays = readonly (readonly ColumnValue[])[];

export interface QueryAttempts {
  readonly queries: readonly SqlQuery[];
  readonly enough: RowThreshold;
}

/** Number of rows that is enough. If they are returned as one row, `column` is the column that contains the number. */
export interface RowThreshold {
  readonly found: number;
  readonly column?: number;
}

export function runAttempts(
  tries: QueryAttempts | undefined,
  read: (query: SqlQuery) => RowArrays,
): RowArrays | undefined {
  for (const query of tries?.queries ?? []) {
    const rows = read(query);
    const found = countFound(rows, tries!.enough);
    if (found >= tries!.enough.found) return rows;
    if (found === 0) return undefined;
  }
  return undefined;
}

export function countFound(rows: RowArrays, { column }: RowThreshold): number {
  return column === undefined ? rows.length : (rows[0]![column] as number);
}
