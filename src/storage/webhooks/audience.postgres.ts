/** Who would hear of events that are not made: the same subscriptions that the outbox would find. */
import { MOST_LOOKED_BACK } from '../../webhooks/delivery/settle/suppression.ts';
import type { Audience, PossibleEvents } from '../../webhooks/subscriptions/foresight.ts';
import { type Pool, rows, type Statement, together, withClient } from '../postgres/connection.ts';
import { lowestOf } from './queue/lowest-delivery.postgres.ts';
import { type SentRow, sentBeforeOf, sentRow } from './queue/previous-delivery.postgres.ts';
import { LISTENING_COLUMNS, type ListeningRow, listeningOf } from './rows.ts';

interface ListenerRow extends ListeningRow {
  readonly sent: readonly SentRow[] | null;
  readonly waiting: boolean;
}

export async function readAudience(
  pool: Pool,
  account: number,
  /** Whose are named, or `NAMED`. */
  integrationID: string | null,
  { type, recordID, actions, filterValue }: PossibleEvents,
): Promise<Audience> {
  const sought = [account, type, actions, integrationID];
  const [own, [counted]] = await withClient(pool, (client) =>
    together([
      rows<ListenerRow>(client, ownListeners, [...sought, filterValue, recordID]),
      rows<{ others: number }>(client, countOthers, [...sought, filterValue]),
    ]),
  );
  return {
    own: own.map((row) => ({
      subscription: listeningOf(row),
      before: (row.sent ?? []).map(sentBeforeOf),
      waiting: row.waiting,
    })),
    others: counted!.others,
  };
}

/** $1 account, $2 type, $3 actions, $4 integration. */
const TO_THESE = 's.account = $1 AND s.entity_type = $2 AND s.action = ANY ($3::text[])';

/** $5 value of the filter field. */
const HEARS = 's.active AND (s.filter_value IS NULL OR s.filter_value = $5)';

/**
 * $6 record. Only of those that hear it is looked at what was sent of it, for each by the indexes of what waits and of what was sent: an EXISTS
 * may be answered by a table of all that waits for anybody, and where `=` finds a record common, all deliveries are walked through.
 */
export const ownListeners: Statement = {
  name: 'audience_own',
  text: `SELECT ${LISTENING_COLUMNS}, sent.sent, ${HEARS} AND (
      SELECT 1 FROM deliveries AS w WHERE w.state = 'waiting' AND w.subscription = s.key AND ${lowestOf('$6')}
    ) IS NOT NULL AS waiting
    FROM subscriptions AS s
    LEFT JOIN LATERAL (
      SELECT json_agg(each.sent) AS sent FROM (
        SELECT ${sentRow('p', 'c')} AS sent
        FROM deliveries AS p LEFT JOIN changes AS c ON c.seq = p.change_seq
        WHERE ${HEARS} AND p.state IN ('succeeded', 'failed', 'dropped', 'own') AND p.subscription = s.key
          AND p.record_id >= $6 AND p.record_id <= $6
        ORDER BY p.record_id DESC, p.id DESC LIMIT ${MOST_LOOKED_BACK}
      ) AS each
    ) AS sent ON true
    WHERE ${TO_THESE} AND ($4::text IS NULL OR s.integration_id = $4) AND s.removed_on IS NULL ORDER BY s.id`,
};

const countOthers: Statement = {
  name: 'audience_others',
  text: `SELECT count(*) AS others FROM subscriptions AS s
    WHERE ${TO_THESE} AND s.integration_id <> $4::text AND ${HEARS}`,
};
