/** Builds SQL for lists of one subscription's deliveries, by the rules of every list. */
import type { Listing } from '../../records/lists/plan.ts';
import { listableDeliveries, stringifyDelivery } from '../../webhooks/delivery/settle/delivery-json.ts';
import type { DeliveryPage } from '../../webhooks/store.ts';
import { conditionsSql } from '../records/lists/list-conditions.ts';
import { orderSql } from '../records/lists/list-order.ts';
import { DOCUMENT_SEPARATOR } from '../records/lists/list-query.ts';
import { jsonArrayChunks } from '../records/lists/page-chunks.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../sql/dialect.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveriesTable, deliveryOf } from './rows.ts';

/** A page whose logs are longer than this together is read and sent in pieces. */
const LARGE_PAGE_BYTES = 1024 * 1024;
/** Estimated size of a delivery without its log, in bytes. */
const DELIVERY_OVERHEAD_BYTES = 400;

const table = deliveriesTable(listableDeliveries.properties);
/** Source of the rows of a list. The exact text of a webhook ID and its folded form are the same. */
export const deliveriesSource = `(SELECT *, webhook_id AS webhook_id_exact, coalesce(sample_record_id, record_id) AS shown_record_id
    FROM deliveries) AS t`;

/** A delivery on a page. The log is null if it is too long for its share of the page. */
export type DeliveryPageRow = Omit<DeliveryRow, 'log'> & { readonly log: string | null; readonly size: number };

/** Columns of a page row, in their order, as in PageRow. */
export const DELIVERY_PAGE_COLUMNS = [...DELIVERY_COLUMNS.split(',').map((name) => name.trim()), 'size'];

/** Selects the page and one more row, which shows whether more rows follow. */
export function deliveryPageQuery(listing: Listing, subscription: number, dialect: Dialect): SqlQuery {
  return pageQuery(listing, subscription, dialect, (parameters) => {
    const fits = `octet_length(log) <= ${parameters.add(Math.floor(LARGE_PAGE_BYTES / (listing.take + 1)))}`;
    const log = `CASE WHEN ${fits} THEN log END AS log`;
    return `${DELIVERY_COLUMNS.replace(/\blog$/, log)}, octet_length(log) AS size`;
  });
}

/** Selects only the ids of the rows of the same page. */
export function deliveryKeysQuery(listing: Listing, subscription: number, dialect: Dialect): SqlQuery {
  return pageQuery(listing, subscription, dialect, () => 'id');
}

export function deliveryCountQuery(listing: Listing, subscription: number, dialect: Dialect): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const where = deliveriesWhere(listing, subscription, dialect, parameters);
  return {
    text: `SELECT CAST(count(*) AS integer) AS total FROM ${deliveriesSource} WHERE ${where}`,
    values: parameters.values,
  };
}

/** Renders the deliveries of a page as JSON. `read` returns complete deliveries, in the order of the given ids. */
export function renderDeliveries(
  page: readonly DeliveryPageRow[],
  read: (ids: readonly number[]) => Promise<readonly DeliveryRow[]>,
): NonNullable<DeliveryPage['body']> {
  const whole = page.filter((row): row is DeliveryPageRow & DeliveryRow => row.log !== null);
  if (whole.length === page.length) return `[${whole.map(show).join(DOCUMENT_SEPARATOR)}]`;
  const keys = page.map(({ id, size }) => ({ key: id, size: size + DELIVERY_OVERHEAD_BYTES }));
  return jsonArrayChunks(keys, async (ids) => (await read(ids)).map(show));
}

function show(row: DeliveryRow): string {
  return stringifyDelivery(deliveryOf(row));
}

function pageQuery(
  listing: Listing,
  subscription: number,
  dialect: Dialect,
  columns: (parameters: SqlParameters) => string,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const selected = columns(parameters);
  const where = deliveriesWhere(listing, subscription, dialect, parameters);
  const text = `SELECT ${selected} FROM ${deliveriesSource} WHERE ${where}
  ORDER BY ${orderSql(listing.order, table.columnOf, dialect)}
  ${dialect.slice(parameters.add(listing.take + 1), parameters.add(listing.skip))}`;
  return { text, values: parameters.values };
}

/** Builds the condition for the rows `t` of the subscription that match the listing. */
export function deliveriesWhere(
  { where }: Listing,
  subscription: number,
  dialect: Dialect,
  parameters: SqlParameters,
): string {
  const watched = dialect.watched?.('t.id', 64);
  const own = `${watched ? `${watched} AND ` : ''}t.subscription = ${parameters.add(subscription)}`;
  return where.length === 0 ? own : `${own} AND ${conditionsSql(where, table, dialect, parameters)}`;
}
