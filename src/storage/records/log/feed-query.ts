/** The next rows of an account's log in SQL. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { recordTypeNames } from '../../../catalogue/index.ts';
import type { FeedQuery } from '../../../records/log/store.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { LOGGED_COLUMNS } from './change-rows.ts';

/** Of a log in which nearly nothing is wanted, so much is looked through for one page. */
export const MAX_ROWS_SCANNED = 5_000;

export function isFilteredFeed({ types, actions }: FeedQuery): boolean {
  return !areAll(types) || actions.length > 0;
}

/** How many are named tells nothing: whoever may read one type alone may name it as often as there are types. */
function areAll(types: readonly RecordTypeName[]): boolean {
  return recordTypeNames.every((type) => types.includes(type));
}

/** How far a page may look: the last of the next rows, wanted or not; null where there are none. */
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
