/** Statements that may find enough of a page, each tried as long as the one before found something, though too little. */
import type { SqlQuery } from '../../sql/dialect.ts';
import type { ColumnValue } from '../../sql/projection.ts';

export type RowArrays = readonly (readonly ColumnValue[])[];

export interface QueryAttempts {
  readonly queries: readonly SqlQuery[];
  readonly enough: RowThreshold;
}

/** So many rows; or, where they come as one, this number in one of its columns. */
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
