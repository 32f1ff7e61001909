/** Lists of deliveries on SQLite. A log is long and its filters have no indexes, so a reader thread looks through it. */
import type { AccountScope } from '../../accounts/account.ts';
import { Problem } from '../../problems.ts';
import type { Listing } from '../../records/list/plan.ts';
import type { DeliveryLog } from '../../webhooks/store.ts';
import { deliveryCountQuery, deliveryPageQuery } from '../delivery-list.ts';
import type { Query } from '../dialect.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryOf } from '../webhook-rows.ts';
import type { Connection } from './connection.ts';
import { readerDialect } from './dialect.ts';
import type { ReaderPool } from './reader-pool.ts';
import { findSubscription } from './webhook-subscriptions.ts';

export function sqliteDeliveryLog(
  connection: Connection,
  readers: ReaderPool,
  { key: account }: AccountScope,
  integrationID: string,
): DeliveryLog<Listing> {
  return {
    async list(id, listing, gone) {
      const subscription = findSubscription(connection, account, integrationID, id);
      if (subscription === undefined) return undefined;
      const rows = await read(deliveryPageQuery(listing, subscription.key, readerDialect), gone);
      if (rows instanceof Problem) return rows;
      const counted = listing.count
        ? await read(deliveryCountQuery(listing, subscription.key, readerDialect), gone)
        : undefined;
      if (counted instanceof Problem) return counted;
      return {
        page: rows.slice(0, listing.take).map((row) => deliveryOf(named(row))),
        more: rows.length > listing.take,
        total: counted?.[0]?.[0] as number | undefined,
      };
    },
  };

  function read(query: Query, gone: AbortSignal | undefined) {
    return readers.read(String(account), query, gone);
  }
}

const names = DELIVERY_COLUMNS.split(',').map((name) => name.trim());

function named(row: readonly unknown[]): DeliveryRow {
  return Object.fromEntries(names.map((name, n) => [name, row[n]])) as unknown as DeliveryRow;
}
