/** What an engine gives so that questions about subscriptions can be answered: one implementation for both. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { Seals } from '../../../lib/sealed.ts';
import type { Problem } from '../../../problems.ts';
import type { StoredRecord } from '../../../records/store.ts';
import type { Dialect, SqlQuery } from '../../sql/dialect.ts';

export interface DiagnosticsSource {
  readonly dialect: Dialect;
  readonly seals: Seals;
  /** The JSON array of some values, and of such arrays over all rows. */
  readonly jsonArray: (...values: string[]) => string;
  readonly jsonArrayOfAll: (value: string) => string;
  /** Rows that are found by an index in no time, in the form of their columns. */
  quick<Row>(query: SqlQuery): Promise<readonly Row[]>;
  /** In the account's turn among what takes long. The columns in their order. */
  slow<Row>(
    query: SqlQuery,
    columns: readonly string[],
    gone: AbortSignal | undefined,
  ): Promise<readonly Row[] | Problem>;
  /** The record as it was. */
  version(type: RecordTypeName, id: number, version: number): Promise<StoredRecord | 'gone' | undefined>;
}

/** A table read through an index that is named, where the engine does not find it by itself. */
export function tableWithIndexHint(dialect: Dialect, table: string, alias: string, index: string): string {
  return `${table} AS ${alias}${dialect.through?.(index) ?? ''}`;
}
