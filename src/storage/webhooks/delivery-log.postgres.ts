/** Lists of deliveries on PostgreSQL. */
import type { AccountScope } from '../../accounts/account.ts';
import { runWithEqualPause } from '../../fairness/equal-pause.ts';
import type { Listing } from '../../records/lists/plan.ts';
import type { DeliveryLog } from '../../webhooks/store.ts';
import { queryFromPool } from '../postgres/connection.ts';
import { problemOf, translateFailures } from '../postgres/failures.ts';
import { type ListContext, runListQuery } from '../records/lists/list.postgres.ts';
import { withPermit } from '../slow-work-queue.ts';
import { postgresDialect } from '../sql/dialect.postgres.ts';
import type { Dialect } from '../sql/dialect.ts';
import {
  type DeliveryPageRow,
  deliveryCountQuery,
  deliveryKeysQuery,
  deliveryPageQuery,
  renderDeliveries,
} from './delivery-list.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, type SubscriptionRow } from './rows.ts';
import { findSubscription } from './statements.postgres.ts';

/**
 * Dialect that formats timestamps from their columns, because deliveries have no document with the text of a timestamp.
 */
export const timestampDialect: Dialect = {
  ...postgresDialect,
  valueText: (kind, column, field, document) =>
    kind === 'timestamp'
      ? `to_char(timestamp 'epoch' + ${column} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : postgresDialect.valueText(kind, column, field, document),
};

export function createPostgresDeliveryLog(
  context: Omit<ListContext, 'account'>,
  { key: account }: AccountScope,
  integrationID: string,
): DeliveryLog<Listing> {
  return {
    async list(id, listing, { body = true, gone: leaving } = {}) {
      const gone = leaving?.();
      try {
        const [row] = await queryFromPool<SubscriptionRow>(context.pool, findSubscription, [
          account,
          integrationID,
          id,
        ]);
        if (row === undefined) return undefined;
        return await withPermit(context.slowLists, account, () => find(listing, row.key, body, gone), gone);
      } catch (failure) {
        const problem = problemOf(failure);
        if (problem === undefined) throw failure;
        return problem;
      }
    },
  };

  async function find(listing: Listing, subscription: number, body: boolean, gone: AbortSignal | undefined) {
    const query = (body ? deliveryPageQuery : deliveryKeysQuery)(listing, subscription, timestampDialect);
    const found = await runListQuery<DeliveryPageRow>(context, query, gone);
    const [counted] = listing.count
      ? await runListQuery<{ total: number }>(
          context,
          deliveryCountQuery(listing, subscription, timestampDialect),
          gone,
        )
      : [];
    const page = found.slice(0, listing.take);
    return {
      body: body ? renderDeliveries(page, (ids) => readWhole(subscription, ids)) : undefined,
      more: found.length > listing.take,
      total: counted?.total,
    };
  }

  function readWhole(subscription: number, ids: readonly number[]): Promise<DeliveryRow[]> {
    const piece = () => queryFromPool<DeliveryRow>(context.pool, READ_WHOLE_DELIVERIES, [subscription, ids]);
    return translateFailures(() => runWithEqualPause(context.deliveryPieces, String(account), piece));
  }
}

/** Reads complete deliveries in the order of the ids. Omits deliveries that were deleted in the meantime. */
const READ_WHOLE_DELIVERIES = {
  name: 'deliveries_read_whole',
  text: `SELECT ${DELIVERY_COLUMNS.replace(/\w+/g, 'd.$&')} FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, n)
    JOIN deliveries AS d ON d.id = wanted.id WHERE d.subscription = $1 ORDER BY wanted.n`,
};
