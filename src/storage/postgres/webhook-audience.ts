/** Who would hear of events that are not made: the same subscriptions that the outbox would find. */
import type { Seals } from '../../kernel/sealed.ts';
import { MOST_LOOKED_BACK } from '../../webhooks/settling/suppression.ts';
import type { Audience, PossibleEvents } from '../../webhooks/subscriptions/foresight.ts';
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow, subscriptionOf } from '../webhook-rows.ts';
import { type Pool, rows, type Statement, together, withClient } from './connection.ts';
import { type SentRow, sentBeforeOf, sentRow } from './webhook-sent-before.ts';

interface ListenerRow extends SubscriptionRow {
  readonly sent: readonly SentRow[] | null;
  readonly waiting: boolean;
}

export async function readAudience(
  pool: Pool,
  seals: Seals,
  account: number,
  /** Undefined: of the whole account, which has no others. */
  integrationID: string | undefined,
  { type, recordID, actions, filterValue }: PossibleEvents,
): Promise<Audience> {
  const sought = [account, type, actions, integrationID ?? null];
  const [own, [counted]] = await withClient(pool, (client) =>
    together([
      rows<ListenerRow>(client, ownListeners, [...sought, recordID]),
      rows<{ others: number }>(client, countOthers, [...sought, filterValue]),
    ]),
  );
  return {
    own: own.map((row) => ({
      subscription: subscriptionOf(seals, row),
      before: (row.sent ?? []).map(sentBeforeOf),
      waiting: row.waiting,
    })),
    others: counted!.others,
  };
}

/** $1 account, $2 type, $3 actions, $4 integration. */
const TO_THESE = 's.account = $1 AND s.entity_type = $2 AND s.action = ANY ($3::text[])';

/** $5 record. */
const ownListeners: Statement = {
  name: 'audience_own',
  text: `SELECT ${SUBSCRIPTION_COLUMNS}, sent.sent, EXISTS (
      SELECT 1 FROM deliveries AS w WHERE w.state = 'waiting' AND w.subscription = s.key AND w.record_id = $5
    ) AS waiting
    FROM subscriptions AS s
    LEFT JOIN LATERAL (
      SELECT json_agg(each.sent) AS sent FROM (
        SELECT ${sentRow('p', 'c')} AS sent
        FROM deliveries AS p LEFT JOIN changes AS c ON c.seq = p.change_seq
        WHERE p.state IN ('succeeded', 'failed', 'dropped', 'own') AND p.subscription = s.key AND p.record_id = $5
        ORDER BY p.id DESC LIMIT ${MOST_LOOKED_BACK}
      ) AS each
    ) AS sent ON true
    WHERE ${TO_THESE} AND ($4::text IS NULL OR s.integration_id = $4) AND s.removed_on IS NULL ORDER BY s.id`,
};

/** $5 value of the filter field. */
const countOthers: Statement = {
  name: 'audience_others',
  text: `SELECT count(*) AS others FROM subscriptions AS s
    WHERE ${TO_THESE} AND s.integration_id <> $4::text AND s.active AND (s.filter_value IS NULL OR s.filter_value = $5)`,
};
