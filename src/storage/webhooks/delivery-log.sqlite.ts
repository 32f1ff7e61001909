/** Lists of deliveries on SQLite. A log is long and its filters have no indexes, so a reader thread looks through it. */
import type { AccountScope } from '../../accounts/account.ts';
import type { ClientAbort } from '../../lib/gone.ts';
import { Problem } from '../../problems.ts';
import type { Listing } from '../../records/lists/plan.ts';
import type { DeliveryLog } from '../../webhooks/store.ts';
import { readerDialect } from '../sql/dialect.sqlite.ts';
import type { SqlQuery } from '../sql/dialect.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import type { ReaderPool } from '../sqlite/reader-pool.ts';
import {
  DELIVERY_PAGE_COLUMNS,
  type DeliveryPageRow,
  deliveryCountQuery,
  deliveryKeysQuery,
  deliveryPageQuery,
  renderDeliveries,
} from './delivery-list.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from './rows.ts';
import { findSubscription } from './subscriptions/subscriptions.sqlite.ts';

export function createSqliteDeliveryLog(
  connection: SqliteConnection,
  readers: ReaderPool,
  { key: account }: AccountScope,
  integrationID: string,
): DeliveryLog<Listing> {
  return {
    async list(id, listing, { body = true, gone } = {}) {
      const subscription = findSubscription(connection, account, integrationID, id);
      if (subscription === undefined) return undefined;
      const { key } = subscription;
      const rows = await read((body ? deliveryPageQuery : deliveryKeysQuery)(listing, key, readerDialect), gone);
      if (rows instanceof Problem) return rows;
      const counted = listing.count ? await read(deliveryCountQuery(listing, key, readerDialect), gone) : undefined;
      if (counted instanceof Problem) return counted;
      const page = rows.slice(0, listing.take).map((row) => named(row) as unknown as DeliveryPageRow);
      return {
        body: body ? renderDeliveries(page, (ids) => readWhole(key, ids)) : undefined,
        more: rows.length > listing.take,
        total: counted?.[0]?.[0] as number | undefined,
      };
    },
  };

  function read(query: SqlQuery, gone: ClientAbort | undefined) {
    return readers.read(String(account), query, gone?.());
  }

  /** Reads complete deliveries by their keys: some hundred KiB, which need no reader thread. */
  async function readWhole(subscription: number, ids: readonly number[]): Promise<DeliveryRow[]> {
    return connection.prepare(READ_WHOLE_DELIVERIES).all(subscription, JSON.stringify(ids)) as unknown as DeliveryRow[];
  }
}

/** Reads complete deliveries in the order of the ids. Omits deliveries that were deleted in the meantime. */
const READ_WHOLE_DELIVERIES = `SELECT ${DELIVERY_COLUMNS.replace(/\w+/g, 'd.$&')} FROM json_each(?2) AS wanted
  CROSS JOIN deliveries AS d ON d.id = wanted.value WHERE d.subscription = ?1 ORDER BY wanted.key`;

function named(row: readonly unknown[]): object {
  return Object.fromEntries(row.map((value, n) => [DELIVERY_PAGE_COLUMNS[n], value]));
}
