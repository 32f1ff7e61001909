/** Lists of one subscription's deliveries in SQL, by the rules of every list. */
import type { Listing } from '../records/list/plan.ts';
import { listableDeliveries } from '../webhooks/settling/delivery-log.ts';
import { type Dialect, Parameters, type Query } from './dialect.ts';
import { conditionsSql } from './list-conditions.ts';
import { orderSql } from './list-order.ts';
import { DELIVERY_COLUMNS, deliveriesTable } from './webhook-rows.ts';

const table = deliveriesTable(listableDeliveries.properties);
/** What was written and its folded form are the same here. */
const rows = '(SELECT *, webhook_id AS webhook_id_exact FROM deliveries) AS t';

/** The page and one more row, which tells whether more follows; columns as in DELIVERY_COLUMNS. */
export function deliveryPageQuery(listing: Listing, subscription: number, dialect: Dialect): Query {
  const parameters = new Parameters(dialect);
  const where = whereSql(listing, subscription, dialect, parameters);
  const text = `SELECT ${DELIVERY_COLUMNS} FROM ${rows} WHERE ${where}
  ORDER BY ${orderSql(listing.order, table.columnOf, dialect)}
  ${dialect.slice(parameters.add(listing.take + 1), parameters.add(listing.skip))}`;
  return { text, values: parameters.values };
}

export function deliveryCountQuery(listing: Listing, subscription: number, dialect: Dialect): Query {
  const parameters = new Parameters(dialect);
  const where = whereSql(listing, subscription, dialect, parameters);
  return { text: `SELECT CAST(count(*) AS integer) AS total FROM ${rows} WHERE ${where}`, values: parameters.values };
}

function whereSql({ where }: Listing, subscription: number, dialect: Dialect, parameters: Parameters): string {
  const watched = dialect.watched?.('t.id', 64);
  const own = `${watched ? `${watched} AND ` : ''}t.subscription = ${parameters.add(subscription)}`;
  return where.length === 0 ? own : `${own} AND ${conditionsSql(where, table, dialect, parameters)}`;
}
