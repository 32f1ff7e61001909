/**
 * Finds the subscriptions that would receive hypothetical events: the same subscriptions that the outbox would find.
 */
import { MAX_PREVIOUS_DELIVERIES } from '../../webhooks/delivery/settle/suppression.ts';
import type { Audience, HypotheticalEvents } from '../../webhooks/subscriptions/delivery-preview.ts';
import { awaitPipelined, type Pool, type PreparedStatement, queryRows, withClient } from '../postgres/connection.ts';
import { lowestDeliverySql } from './queue/lowest-delivery.postgres.ts';
import {
  type PreviousDeliveryRow,
  previousDeliveryOf,
  previousDeliverySql,
} from './queue/previous-delivery.postgres.ts';
import { AUDIENCE_SUBSCRIPTION_COLUMNS, type AudienceSubscriptionRow, audienceSubscriptionOf } from './rows.ts';

interface ListenerRow extends AudienceSubscriptionRow {
  readonly sent: readonly PreviousDeliveryRow[] | null;
  readonly waiting: boolean;
}

export async function readAudience(
  pool: Pool,
  account: number,
  /** The integration whose subscriptions are listed by name, or a value of `NAMED_INTEGRATION`. */
  integrationID: string | null,
  { type, recordID, actions, filterValue }: HypotheticalEvents,
): Promise<Audience> {
  const sought = [account, type, actions, integrationID];
  const [own, [counted]] = await withClient(pool, (client) =>
    awaitPipelined([
      queryRows<ListenerRow>(client, readOwnAudience, [...sought, filterValue, recordID]),
      queryRows<{ others: number }>(client, countOthers, [...sought, filterValue]),
    ]),
  );
  return {
    own: own.map((row) => ({
      subscription: audienceSubscriptionOf(row),
      before: (row.sent ?? []).map(previousDeliveryOf),
      waiting: row.waiting,
    })),
    others: counted!.others,
  };
}

/** $1 account, $2 type, $3 actions, $4 integration. */
const MATCHES_EVENTS_SQL = 's.account = $1 AND s.entity_type = $2 AND s.action = ANY ($3::text[])';

/** $5 value of the filter field. */
const RECEIVES_EVENTS_SQL = 's.active AND (s.filter_value IS NULL OR s.filter_value = $5)';

/**
 * $6 record. Reads earlier deliveries of the record only for subscriptions that receive the event, for each by the
 * indexes of waiting and of sent deliveries. PostgreSQL may answer an EXISTS by a hash table of all waiting deliveries.
 * With `=`, it walks through all deliveries if it considers the record common.
 */
export const readOwnAudience: PreparedStatement = {
  name: 'audience_own',
  text: `SELECT ${AUDIENCE_SUBSCRIPTION_COLUMNS}, sent.sent, ${RECEIVES_EVENTS_SQL} AND (
      SELECT 1 FROM deliveries AS w WHERE w.state = 'waiting' AND w.subscription = s.key AND ${lowestDeliverySql('$6')}
    ) IS NOT NULL AS waiting
    FROM subscriptions AS s
    LEFT JOIN LATERAL (
      SELECT json_agg(each.sent) AS sent FROM (
        SELECT ${previousDeliverySql('p', 'c')} AS sent
        FROM deliveries AS p LEFT JOIN changes AS c ON c.seq = p.change_seq
        WHERE ${RECEIVES_EVENTS_SQL} AND p.state IN ('succeeded', 'failed', 'dropped', 'own') AND p.subscription = s.key
          AND p.record_id >= $6 AND p.record_id <= $6
        ORDER BY p.record_id DESC, p.id DESC LIMIT ${MAX_PREVIOUS_DELIVERIES}
      ) AS each
    ) AS sent ON true
    WHERE ${MATCHES_EVENTS_SQL} AND ($4::text IS NULL OR s.integration_id = $4) AND s.removed_on IS NULL ORDER BY s.id`,
};

const countOthers: PreparedStatement = {
  name: 'audience_others',
  text: `SELECT count(*) AS others FROM subscriptions AS s
    WHERE ${MATCHES_EVENTS_SQL} AND s.integration_id <> $4::text AND ${RECEIVES_EVENTS_SQL}`,
};
