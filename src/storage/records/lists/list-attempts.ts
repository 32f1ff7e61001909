/** Statements that may find enough of a page, each tried as long as the one before found something, though too little. */
import type { Query } from '../../sql/dialect.ts';
import type { ColumnValue } from '../../sql/projection.ts';

export type Rows = readonly (readonly ColumnValue[])[];

export interface Tries {
  readonly queries: readonly Query[];
  readonly enough: Enough;
}

/** So many rows; or, where they come as one, this number in one of its columns. */
export interface Enough {
  readonly found: number;
  readonly column?: number;
}

export function firstEnough(tries: Tries | undefined, read: (query: Query) => Rows): Rows | undefined {
  for (const query of tries?.queries ?? []) {
    const rows = read(query);
    const found = foundIn(rows, tries!.enough);
    if (found >= tries!.enough.found) return rows;
    if (found === 0) return undefined;
  }
  return undefined;
}

export function foundIn(rows: Rows, { column }: Enough): number {
  return column === undefined ? rows.length : (rows[0]![column] as number);
}
