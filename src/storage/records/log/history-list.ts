/** Builds SQL for lists of one record's changes, by the rules of every list. */
import type { RecordTypeName, ScalarField } from '../../../catalogue/index.ts';
import { listableHistory } from '../../../records/log/history.ts';
import type { HistoryListing } from '../../../records/log/store.ts';
import type { Column, Table } from '../../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { type FoldSql, isNonAsciiSql, usesAnyField } from '../../sql/fold-on-read.ts';
import { conditionsSql } from '../lists/list-conditions.ts';
import { orderSql } from '../lists/list-order.ts';
import { STORED_BYTES_SQL } from './change-rows.ts';

export interface AccountRecord {
  readonly account: number;
  readonly type: RecordTypeName;
  readonly id: number;
}

/** SQL that an engine supplies: true if `values`, a JSON object, has the key `name`. */
export type HasJsonKeySql = (values: string, name: string) => string;

const table = historyTable();

/** The addresses of the record's changes that a database cannot fold; no query where they do not matter. */
export function historyNonAsciiQuery(
  record: AccountRecord,
  asked: HistoryListing,
  dialect: Dialect,
): SqlQuery | undefined {
  if (!usesAnyField(['by'], asked)) return undefined;
  const parameters = new SqlParameters(dialect);
  const own = ofRecord(record, dialect, parameters);
  const text = `SELECT DISTINCT t.submitter AS written FROM changes AS t WHERE ${own} AND ${isNonAsciiSql('t.submitter')}`;
  return { text, values: parameters.values };
}

/** Rows that are looked up by their index in no time. */
const MAX_QUICK_ROWS = 1_000;

/** True if the index of versions alone finds the page, without reading other columns. */
export function isQuickHistory({ where, changedFields, order, skip, take }: HistoryListing): boolean {
  const byVersion = order.every(({ field }) => field === listableHistory.key);
  return where.length === 0 && changedFields.length === 0 && byVersion && skip + take <= MAX_QUICK_ROWS;
}

/** Numbers of the page, with the bytes that are kept of each, and one more row, which tells whether more follows. */
export function historyKeysQuery(
  record: AccountRecord,
  asked: HistoryListing,
  dialect: Dialect,
  has: HasJsonKeySql,
  folding: FoldSql,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const rows = rowsSql(asked, folding, parameters);
  const where = whereSql(record, asked, dialect, parameters, has);
  const text = `SELECT t.seq, t.size FROM ${rows} WHERE ${where}
    ORDER BY ${orderSql(asked.order, table.columnOf, dialect)}
    ${dialect.slice(parameters.add(asked.take + 1), parameters.add(asked.skip))}`;
  return { text, values: parameters.values };
}

export function historyCountQuery(
  record: AccountRecord,
  asked: HistoryListing,
  dialect: Dialect,
  has: HasJsonKeySql,
  folding: FoldSql,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const rows = rowsSql(asked, folding, parameters);
  const where = whereSql(record, asked, dialect, parameters, has);
  const text = `SELECT CAST(count(*) AS integer) AS total FROM ${rows} WHERE ${where}`;
  return { text, values: parameters.values };
}

function rowsSql(asked: HistoryListing, folding: FoldSql, parameters: SqlParameters): string {
  // Where nobody asks for it, it is as it was written: whoever reads along versions alone may not be able to fold.
  const address = usesAnyField(['by'], asked) ? folding(parameters)('submitter') : 'submitter';
  return `(SELECT seq, account, type, record_id, version, committed_on, before, ${STORED_BYTES_SQL} AS size,
    ${address} AS by_address, submitter AS by_address_exact FROM changes) AS t`;
}

function ofRecord({ account, type, id }: AccountRecord, dialect: Dialect, parameters: SqlParameters): string {
  const watched = dialect.watched?.('t.seq', 64);
  const own = `t.account = ${parameters.add(account)} AND t.type = ${parameters.add(type)} AND t.record_id = ${parameters.add(id)}`;
  return watched ? `${watched} AND ${own}` : own;
}

function whereSql(
  record: AccountRecord,
  { where, changedFields }: HistoryListing,
  dialect: Dialect,
  parameters: SqlParameters,
  has: HasJsonKeySql,
): string {
  const conditions = [ofRecord(record, dialect, parameters)];
  if (where.length > 0) conditions.push(conditionsSql(where, table, dialect, parameters));
  if (changedFields.length > 0) {
    const changed = changedFields.map((field) => has('t.before', parameters.add(field)));
    // A new record gets all its fields.
    conditions.push(`(t.version = 1 OR ${changed.join(' OR ')})`);
  }
  return conditions.join(' AND ');
}

function historyTable(): Table {
  const names: Record<string, string> = { version: 'version', on: 'committed_on', by: 'by_address' };
  const columns = Object.entries(names).flatMap(([field, name]): Column[] => {
    const declaration = listableHistory.properties.get(field) as ScalarField;
    const column: Column = {
      name,
      field,
      declaration,
      holds: 'value',
      ...(name === 'version' && { plainOrder: true }),
    };
    return declaration.kind === 'text' ? [column, { ...column, name: `${name}_exact`, holds: 'exact' }] : [column];
  });
  const columnOf = new Map(columns.filter(({ holds }) => holds === 'value').map((column) => [column.field, column]));
  return { name: 'changes', documents: '', columns, columnOf, fields: [...columnOf.keys()] };
}
