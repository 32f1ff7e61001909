/** Who would hear of events that are not made: the same subscriptions that the outbox would find. */
import type { Seals } from '../../kernel/sealed.ts';
import type { Audience, PossibleEvents } from '../../webhooks/subscriptions/foresight.ts';
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow, subscriptionOf } from '../webhook-rows.ts';
import type { Connection } from './connection.ts';
import { readSentBefore } from './webhook-sent-before.ts';

export function readAudience(
  connection: Connection,
  seals: Seals,
  account: number,
  /** Undefined: of the whole account, which has no others. */
  integrationID: string | undefined,
  { type, recordID, actions, filterValue }: PossibleEvents,
): Audience {
  const sought = [account, type, JSON.stringify(actions), integrationID ?? null];
  const own = connection.prepare(OWN).all(...sought) as unknown as SubscriptionRow[];
  const { others } = connection.prepare(OTHERS).get(...sought, filterValue) as { others: number };
  return {
    own: own.map((row) => ({
      subscription: subscriptionOf(seals, row),
      before: readSentBefore(connection, row.key, recordID, Number.MAX_SAFE_INTEGER),
      waiting: connection.prepare(WAITING).get(row.key, recordID) !== undefined,
    })),
    others,
  };
}

const TO_THESE = 'account = ?1 AND entity_type = ?2 AND action IN (SELECT value FROM json_each(?3))';
const OWN = `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE ${TO_THESE} AND (?4 IS NULL OR integration_id = ?4) AND removed_on IS NULL ORDER BY id`;
const OTHERS = `SELECT count(*) AS others FROM subscriptions
  WHERE ${TO_THESE} AND integration_id <> ?4 AND active = TRUE AND (filter_value IS NULL OR filter_value = ?5)`;
const WAITING = `SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
  WHERE state = 'waiting' AND subscription = ? AND record_id = ? LIMIT 1`;
