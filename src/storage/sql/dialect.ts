/** Differences between the SQL of the two databases in lists, and the parameters of a statement under construction. */

import type { StampSupport } from '../records/lists/stamps.ts';
import type { ColumnValue } from './projection.ts';

export interface Dialect extends StampSupport {
  /** Returns the placeholder of the n-th parameter, counted from 1. It may be used more than once. */
  placeholder(n: number): string;
  /** Columns that join a row of projections to its document. */
  readonly rowKey: readonly string[];
  /** Returns SQL that is true if `subject` contains the text. */
  contains(subject: string, text: string, parameters: SqlParameters): string;
  /**
   * Returns SQL for the text of a value as written in the JSON document. `document` is an SQL expression for the text
   * of the document.
   */
  valueText(kind: NumericKind, column: string, field: string, document: string): string;
  /** Returns SQL for the value of a text field as written, not folded. */
  documentText(document: string, field: string): string;
  /** Returns SQL that is true if the two sides differ; null is a value like any other. */
  differs(left: string, right: string): string;
  /** Returns the suffix of an order key that puts null first ascending and last descending. */
  nulls(descending: boolean): string;
  /** Joins the rows of `page` (a SELECT of `rowKey`) to their documents as `d`, in the order of the page. */
  withDocuments(page: string, documents: string): string;
  /**
   * Returns an aggregate: the JSON array of the matching texts in the order of their rows, separated by a comma and a
   * line feed. Null if there are none. Returns bytes where the driver can then avoid creating a string.
   */
  array(text: string, fits: string): string;
  /** Returns the LIMIT and OFFSET clause; `limit` and `offset` are parameters. */
  slice(limit: string, offset: string): string;
  /**
   * Returns the suffix of a table that forces the use of this index. Absent if the database chooses the index itself.
   */
  through?(index: string): string;
  /** Returns a FROM item with the numbers as rows `p`: `value` is the number, `key` its position. */
  numbers(values: readonly number[], parameters: SqlParameters): string;
  /**
   * Returns the join that follows `numbers`: for each number, the rows `t` of the table that `page` selects (a SELECT
   * of rows `t` with a limit).
   */
  firstOfEach(table: string, page: (columns: string) => string): string;
  /** True if a SELECT from an ordered SELECT keeps its order and returns rows as they are found. */
  readonly keepsOrder: boolean;
  /**
   * Returns SQL that is true for every row and cancels a statement that is no longer wanted. It checks once every
   * `rows` rows, a power of two. Absent if the database can cancel a statement itself.
   */
  watched?(key: string, rows: number): string;
}

/**
 * Appends `+ 0` on PostgreSQL so that the planner cannot use this column's index. Otherwise it might scan all rows in
 * the order of that index. SQLite needs no change, because `through` names the index.
 */
export function withoutIndexSql(dialect: Dialect, column: string): string {
  return dialect.through === undefined ? `${column} + 0` : column;
}

/** Field kinds whose column does not contain the text that JSON shows. */
export type NumericKind = 'int' | 'reference' | 'decimal' | 'date' | 'timestamp';

export interface SqlQuery {
  readonly text: string;
  readonly values: ColumnValue[];
}

/** Collects the values of a statement, in the order in which it first uses them. */
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
