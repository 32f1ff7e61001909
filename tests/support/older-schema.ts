/** What a database of an older version can hold of records as they are made today: types and fields may have come since. */
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { RecordFields } from '../../src/records/store.ts';
import { type Table, tableOf } from '../../src/storage/sql/columns.ts';
import { sortTypesByReference } from '../../src/storage/transfer/reference-order.ts';
import { runSql } from './run-sql.ts';

export interface OlderType {
  readonly type: RecordTypeName;
  /** With the columns that are there. */
  readonly table: Table;
  /** The record without what had no column yet. */
  older(fields: RecordFields): RecordFields;
}

/** The types that have a table, each after those it refers to. */
export async function olderTypes(url: string): Promise<OlderType[]> {
  const found = (await runSql(url, url.startsWith('sqlite:') ? SQLITE_COLUMNS : POSTGRES_COLUMNS)) as {
    table: string;
    column: string;
  }[];
  const known = new Set(found.map(({ table, column }) => `${table}.${column}`));
  return sortTypesByReference().flatMap((type) => {
    const table = tableOf(type);
    const isThere = ({ name }: { name: string }) => known.has(`${table.name}.${name}`);
    const columns = table.columns.filter(isThere);
    const later = new Set(table.columns.filter((column) => !isThere(column)).map(({ field }) => field));
    const older = (fields: RecordFields) =>
      Object.fromEntries(Object.entries(fields).filter(([field]) => !later.has(field))) as RecordFields;
    return columns.length === 0 ? [] : [{ type, table: { ...table, columns }, older }];
  });
}

const SQLITE_COLUMNS = `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
  WHERE t.type = 'table'`;
const POSTGRES_COLUMNS = `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
  WHERE table_schema = current_schema()`;
