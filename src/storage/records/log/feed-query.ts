/** Selects the next rows of an account's log. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { recordTypeNames } from '../../../catalogue/index.ts';
import type { FeedQuery } from '../../../records/log/store.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { LOGGED_COLUMNS } from './change-rows.ts';

/** Maximum number of rows scanned for one page, for logs in which almost no row is wanted. */
export const MAX_ROWS_SCANNED = 5_000;

export function isFilteredFeed({ types, actions }: FeedQuery): boolean {
  return !areAll(types) || actions.length > 0;
}

/**
 * True if all types are named. The number of names proves nothing: a client with access to one type may name it many
 * times.
 */
function areAll(types: readonly RecordTypeName[]): boolean {
  return recordTypeNames.every((type) => types.includes(type));
}

/** Selects the end of a page's scan: the last of the next rows, wanted or not; null if there are none. */
export function feedScanLimitQuery(account: number, after: number, ends: number, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const next = nextRows('seq', account, after, ends, parameters);
  return {
    text: `SELECT max(seq) AS reach FROM (${next} ORDER BY seq LIMIT ${MAX_ROWS_SCANNED}) AS looked`,
    values: parameters.values,
  };
}

export function feedQuery(account: number, after: number, ends: number, wish: FeedQuery, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const next = nextRows(LOGGED_COLUMNS, account, after, ends, parameters);
  const types = areAll(wish.types) ? '' : ` AND type IN (${listed(wish.types, parameters)})`;
  // No action is part of another's name.
  const told = wish.actions.map((action) => dialect.contains('events', action, parameters));
  const events = told.length === 0 ? '' : ` AND (${told.join(' OR ')})`;
  const most = parameters.add(wish.most);
  return { text: `${next}${types}${events} ORDER BY seq LIMIT ${most}`, values: parameters.values };
}

function nextRows(columns: string, account: number, after: number, ends: number, parameters: SqlParameters): string {
  return `SELECT ${columns} FROM changes WHERE account = ${parameters.add(account)}
    AND seq > ${parameters.add(after)} AND seq <= ${parameters.add(ends)}`;
}

function listed(types: readonly RecordTypeName[], parameters: SqlParameters): string {
  return types.length === 0 ? 'NULL' : types.map((type) => parameters.add(type)).join(', ');
}
