/** The functions an engine supplies for diagnostics of subscriptions, so that both engines share one implementation. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { Problem } from '../../../problems.ts';
import type { StoredRecord } from '../../../records/store.ts';
import type { Dialect, SqlQuery } from '../../sql/dialect.ts';

export interface DiagnosticsSource {
  readonly dialect: Dialect;
  readonly seals: Seals;
  /** SQL for a JSON array of some values, and for a JSON array of one value over all rows. */
  readonly jsonArray: (...values: string[]) => string;
  readonly jsonArrayOfAll: (value: string) => string;
  /** Runs a query that an index answers immediately. Returns rows as objects with the names of their columns. */
  quick<Row>(query: SqlQuery): Promise<readonly Row[]>;
  /**
   * Runs a query that may take long, queued fairly per account. `columns` names the columns of the query, in their
   * order.
   */
  slow<Row>(
    query: SqlQuery,
    columns: readonly string[],
    gone: AbortSignal | undefined,
  ): Promise<readonly Row[] | Problem>;
  /** Reads a record as it was in this version. */
  version(type: RecordTypeName, id: number, version: number): Promise<StoredRecord | 'gone' | undefined>;
}

/** SQL for a table that is read through a named index, if the engine needs such a hint. */
export function tableWithIndexHint(dialect: Dialect, table: string, alias: string, index: string): string {
  return `${table} AS ${alias}${dialect.through?.(index) ?? ''}`;
}
