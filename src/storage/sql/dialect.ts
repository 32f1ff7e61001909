/** Where the two databases differ in what a list needs, and the parameters of a statement under way. */

import type { StampSupport } from '../records/lists/stamps.ts';
import type { ColumnValue } from './projection.ts';

export interface Dialect extends StampSupport {
  /** The n-th parameter, counted from 1; it may be used more than once. */
  placeholder(n: number): string;
  /** The columns that lead from a row of projections to its document. */
  readonly rowKey: readonly string[];
  /** SQL that holds where the text `subject` contains this one. */
  contains(subject: string, text: string, parameters: SqlParameters): string;
  /** The text of a value as it stands in the JSON document. `document` is an SQL expression for the document's text. */
  valueText(kind: NumericKind, column: string, field: string, document: string): string;
  /** The text of a text field as it was written. */
  documentText(document: string, field: string): string;
  /** Holds where the two are not the same, null being a value like any other. */
  differs(left: string, right: string): string;
  /** Appended to an order key, so that null comes first ascending and last descending. */
  nulls(descending: boolean): string;
  /** The rows of `page` (a SELECT of `rowKey`) with their documents as `d`, in the order of the page. */
  withDocuments(page: string, documents: string): string;
  /**
   * An aggregate: the JSON array of the texts that fit, in the order of their rows, with a comma and a line feed between
   * them; null for none. In bytes where the driver can do without making a text of them.
   */
  array(text: string, fits: string): string;
  /** The rows of a page, `limit` and `offset` being parameters. */
  slice(limit: string, offset: string): string;
  /** Appended to a table, to have it read through this index; absent where the database finds out by itself. */
  through?(index: string): string;
  /** Behind FROM: these numbers as the rows `p`, `value` the number and `key` its place. */
  numbers(values: readonly number[], parameters: SqlParameters): string;
  /** Behind that: of each of them the rows `t` of the table that `page` gives (a SELECT of rows `t` with a limit). */
  firstOfEach(table: string, page: (columns: string) => string): string;
  /** Whether what is selected from an ordered select comes in its order, and as it is found. */
  readonly keepsOrder: boolean;
  /**
   * SQL that holds for every row and, looked at first, ends a statement that is no longer wanted: at every so many rows, a
   * power of two. Absent where the database can be told to stop.
   */
  watched?(key: string, rows: number): string;
}

/** A number by which nothing is to be sought. PostgreSQL, told of no index, would go through all rows in its order. */
export function withoutIndexSql(dialect: Dialect, column: string): string {
  return dialect.through === undefined ? `${column} + 0` : column;
}

/** Kinds whose column does not hold the text that JSON shows. */
export type NumericKind = 'int' | 'reference' | 'decimal' | 'date' | 'timestamp';

export interface SqlQuery {
  readonly text: string;
  readonly values: ColumnValue[];
}

/** The values of a statement, in the order in which it first names them. */
export class SqlParameters {
  readonly values: ColumnValue[] = [];
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  add(value: ColumnValue): string {
    return this.#dialect.placeholder(this.values.push(value));
  }
}
