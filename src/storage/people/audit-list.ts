/** Queries for lists of one account's audit entries, by the rules of all lists. */
import type { ScalarField } from '../../catalogue/index.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { listableAudit } from '../../people/audit.ts';
import type { Listing } from '../../records/lists/plan.ts';
import { conditionsSql } from '../records/lists/list-conditions.ts';
import { orderSql } from '../records/lists/list-order.ts';
import { DOCUMENT_SEPARATOR } from '../records/lists/list-query.ts';
import type { Column, Table } from '../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../sql/dialect.ts';
import { type FoldSql, isNonAsciiSql, usesAnyField } from '../sql/fold-on-read.ts';

const columns: Readonly<Record<string, string>> = {
  id: 'id',
  on: 'happened_on',
  what: 'what',
  by: 'by_address',
  byKind: 'by_kind',
  address: 'address',
  about: 'about_what',
};

const table = auditTable();

export const AUDIT_COLUMNS = [
  'id',
  'happened_on',
  'what',
  'by_kind',
  'by_id',
  'by_name',
  'by_email',
  'address',
  'about',
  'detail',
] as const;
export type AuditRow = Readonly<Record<(typeof AUDIT_COLUMNS)[number], string | number | null>>;

/** Returns the query for addresses that the database cannot fold; undefined if the list does not use them. */
export function auditNonAsciiQuery(listing: Listing, account: number, dialect: Dialect): SqlQuery | undefined {
  if (!usesAnyField(['by', 'about'], listing)) return undefined;
  const parameters = new SqlParameters(dialect);
  const own = ofAccount(account, dialect, parameters);
  const those = (column: string) =>
    `SELECT ${column} AS written FROM audit AS t WHERE ${own} AND ${isNonAsciiSql(column)}`;
  return { text: `${those('t.by_email')} UNION ${those('t.about')}`, values: parameters.values };
}

/** Returns the query for the page and one more row, which shows whether more rows follow. */
export function auditPageQuery(listing: Listing, account: number, dialect: Dialect, folding: FoldSql): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const rows = rowsSql(folding, parameters);
  const where = whereSql(listing, account, dialect, parameters);
  const text = `SELECT ${AUDIT_COLUMNS.map((name) => `t.${name}`).join(', ')} FROM ${rows} WHERE ${where}
    ORDER BY ${orderSql(listing.order, table.columnOf, dialect)}
    ${dialect.slice(parameters.add(listing.take + 1), parameters.add(listing.skip))}`;
  return { text, values: parameters.values };
}

export function auditCountQuery(listing: Listing, account: number, dialect: Dialect, folding: FoldSql): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const rows = rowsSql(folding, parameters);
  const where = whereSql(listing, account, dialect, parameters);
  const text = `SELECT CAST(count(*) AS integer) AS total FROM ${rows} WHERE ${where}`;
  return { text, values: parameters.values };
}

export function renderAuditEntries(page: readonly AuditRow[]): string {
  return `[${page.map((row) => JSON.stringify(shown(row))).join(DOCUMENT_SEPARATOR)}]`;
}

function shown(row: AuditRow) {
  return {
    id: row.id,
    on: formatTimestamp(row.happened_on as number),
    what: row.what,
    by: { kind: row.by_kind, id: row.by_id, name: row.by_name, email: row.by_email },
    address: row.address,
    about: row.about,
    detail: row.detail === null ? null : JSON.parse(row.detail as string),
  };
}

function rowsSql(folding: FoldSql, parameters: SqlParameters): string {
  const folded = folding(parameters);
  return `(SELECT id, account, happened_on, what, what AS what_exact, by_kind, by_kind AS by_kind_exact, by_id, by_name, by_email,
    ${folded('by_email')} AS by_address, by_email AS by_address_exact, address, address AS address_exact, about,
    ${folded('about')} AS about_what, about AS about_what_exact, detail FROM audit) AS t`;
}

function ofAccount(account: number, dialect: Dialect, parameters: SqlParameters): string {
  const watched = dialect.watched?.('t.id', 64);
  return `${watched ? `${watched} AND ` : ''}t.account = ${parameters.add(account)}`;
}

function whereSql({ where }: Listing, account: number, dialect: Dialect, parameters: SqlParameters): string {
  const own = ofAccount(account, dialect, parameters);
  return where.length === 0 ? own : `${own} AND ${conditionsSql(where, table, dialect, parameters)}`;
}

function auditTable(): Table {
  const all = Object.entries(columns).flatMap(([field, name]): Column[] => {
    const declaration = listableAudit.properties.get(field) as ScalarField;
    const column: Column = { name, field, declaration, holds: 'value' };
    return declaration.kind === 'text' ? [column, { ...column, name: `${name}_exact`, holds: 'exact' }] : [column];
  });
  const columnOf = new Map(all.filter(({ holds }) => holds === 'value').map((column) => [column.field, column]));
  return { name: 'audit', documents: '', columns: all, columnOf, fields: [...columnOf.keys()] };
}
