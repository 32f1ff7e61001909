/** Queries for lists of one account's proposals, by the rules of all lists. */
import { listableProposals } from '../../approvals/proposal.ts';
import type { ScalarField } from '../../catalogue/index.ts';
import type { Listing } from '../../records/lists/plan.ts';
import { conditionsSql } from '../records/lists/list-conditions.ts';
import { orderSql } from '../records/lists/list-order.ts';
import type { Column, Table } from '../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../sql/dialect.ts';
import { proposalStateSql } from './proposals.ts';

export interface ProposalListQuery {
  readonly listing: Listing;
  /** Restricts the list to the proposals of this integration. */
  readonly by: string | undefined;
  readonly now: number;
}

const columns: Readonly<Record<string, string>> = {
  id: 'id',
  plan: 'plan',
  order: 'place',
  state: 'in_state',
  type: 'type',
  recordID: 'record_id',
  operation: 'operation',
  createdOn: 'created_on',
  expiresOn: 'expires_on',
  decidedOn: 'decided_on',
};

const rows = (
  now: string,
) => `(SELECT account, id, plan, place, type, operation, record_id, by_id, created_on, expires_on, decided_on,
    ${proposalStateSql(now)} AS in_state FROM proposals) AS t`;

/** Returns the query for the ids of the page and one more, which shows whether more follow. */
export function proposalPageQuery(asked: ProposalListQuery, account: number, dialect: Dialect): SqlQuery {
  const { listing } = asked;
  const parameters = new SqlParameters(dialect);
  const from = fromSql(asked, account, dialect, parameters);
  const text = `SELECT t.id ${from}
    ORDER BY ${orderSql(listing.order, table.columnOf, dialect)}
    ${dialect.slice(parameters.add(listing.take + 1), parameters.add(listing.skip))}`;
  return { text, values: parameters.values };
}

export function proposalCountQuery(asked: ProposalListQuery, account: number, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const from = fromSql(asked, account, dialect, parameters);
  return { text: `SELECT CAST(count(*) AS integer) AS total ${from}`, values: parameters.values };
}

function fromSql(
  { listing: { where }, by, now }: ProposalListQuery,
  account: number,
  dialect: Dialect,
  parameters: SqlParameters,
): string {
  const watched = dialect.watched?.('t.id', 64);
  const conditions = [
    ...(watched ? [watched] : []),
    `t.account = ${parameters.add(account)}`,
    ...(by === undefined ? [] : [`t.by_id = ${parameters.add(by)}`]),
  ];
  const from = rows(parameters.add(now));
  if (where.length > 0) conditions.push(conditionsSql(where, table, dialect, parameters));
  return `FROM ${from} WHERE ${conditions.join(' AND ')}`;
}

const table = proposalTable();

function proposalTable(): Table {
  const all = Object.entries(columns).map(([field, name]): Column => {
    const declaration = listableProposals.properties.get(field) as ScalarField;
    const asText = declaration.kind === 'enum' ? { enumAsText: true as const } : {};
    const column: Column = { name, field, declaration, holds: 'value', ...asText };
    return column;
  });
  const columnOf = new Map(all.map((column) => [column.field, column]));
  return { name: 'proposals', documents: '', columns: all, columnOf, fields: [...columnOf.keys()] };
}
