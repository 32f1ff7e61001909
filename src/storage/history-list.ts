/** Lists of one record's changes in SQL, by the rules of every list. */
import type { RecordTypeName, ScalarField } from '../catalogue/index.ts';
import { listableHistory } from '../records/log/history.ts';
import type { HistoryListing } from '../records/log/store.ts';
import type { Column, Table } from './columns.ts';
import { type Dialect, Parameters, type Query } from './dialect.ts';
import { conditionsSql } from './list-conditions.ts';
import { orderSql } from './list-order.ts';

export interface RecordOfAccount {
  readonly account: number;
  readonly type: RecordTypeName;
  readonly id: number;
}

/** What an engine needs to look into a change: whether `values`, a JSON object, has the name. */
export type HasName = (values: string, name: string) => string;

/** Addresses are compared without regard to the case of ASCII's letters. */
const rows = ({ lowered }: Dialect) => `(SELECT seq, account, type, record_id, version, committed_on,
    ${lowered('submitter')} AS by_address, submitter AS by_address_exact, before FROM changes) AS t`;

const table = historyTable();

/** Numbers and versions of the page and one more row, which tells whether more follows. */
export function historyKeysQuery(
  record: RecordOfAccount,
  asked: HistoryListing,
  dialect: Dialect,
  has: HasName,
): Query {
  const parameters = new Parameters(dialect);
  const where = whereSql(record, asked, dialect, parameters, has);
  const text = `SELECT t.seq, t.version FROM ${rows(dialect)} WHERE ${where}
    ORDER BY ${orderSql(asked.order, table.columnOf, dialect)}
    ${dialect.slice(parameters.add(asked.take + 1), parameters.add(asked.skip))}`;
  return { text, values: parameters.values };
}

export function historyCountQuery(
  record: RecordOfAccount,
  asked: HistoryListing,
  dialect: Dialect,
  has: HasName,
): Query {
  const parameters = new Parameters(dialect);
  const where = whereSql(record, asked, dialect, parameters, has);
  const text = `SELECT CAST(count(*) AS integer) AS total FROM ${rows(dialect)} WHERE ${where}`;
  return { text, values: parameters.values };
}

function whereSql(
  { account, type, id }: RecordOfAccount,
  { where, changedFields }: HistoryListing,
  dialect: Dialect,
  parameters: Parameters,
  has: HasName,
): string {
  const watched = dialect.watched?.('t.seq', 64);
  const conditions = [
    ...(watched ? [watched] : []),
    `t.account = ${parameters.add(account)} AND t.type = ${parameters.add(type)} AND t.record_id = ${parameters.add(id)}`,
  ];
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
      ...(name === 'by_address' && { lowered: true }),
    };
    return declaration.kind === 'text' ? [column, { ...column, name: `${name}_exact`, holds: 'exact' }] : [column];
  });
  const columnOf = new Map(columns.filter(({ holds }) => holds === 'value').map((column) => [column.field, column]));
  return { name: 'changes', documents: '', columns, columnOf, fields: [...columnOf.keys()] };
}
