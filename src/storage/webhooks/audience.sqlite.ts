/**
 * Finds the subscriptions that would receive hypothetical events: the same subscriptions that the outbox would find.
 */
import type { AccountScope } from '../../accounts/account.ts';
import {
  type Audience,
  type AudienceMember,
  type HypotheticalEvents,
  receivesEvents,
} from '../../webhooks/subscriptions/delivery-preview.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { translateFailures } from '../sqlite/failures.ts';
import { type LaneQueries, queryForEach } from './queue/lane-queries.sqlite.ts';
import { readPreviousDeliveries } from './queue/previous-delivery.sqlite.ts';
import { AUDIENCE_SUBSCRIPTION_COLUMNS, type AudienceSubscriptionRow, audienceSubscriptionOf } from './rows.ts';

export interface SqliteAudienceContext {
  readonly connection: SqliteConnection;
  readonly questions: LaneQueries;
}

export async function readAudience(
  { connection, questions }: SqliteAudienceContext,
  account: AccountScope,
  /** The integration whose subscriptions are listed by name, or a value of `NAMED_INTEGRATION`. */
  integrationID: string | null,
  events: HypotheticalEvents,
): Promise<Audience> {
  const { type, actions, filterValue } = events;
  const sought = [account.key, type, JSON.stringify(actions), integrationID];
  const rows = translateFailures(() =>
    connection.prepare(READ_OWN_AUDIENCE).all(...sought),
  ) as unknown as AudienceSubscriptionRow[];
  const counted = translateFailures(() => connection.prepare(COUNT_OTHERS).get(...sought, filterValue)) as {
    others: number;
  };
  const named = rows.map((row) => ({ key: row.key, subscription: audienceSubscriptionOf(row) }));
  const hearing = named.filter(({ subscription }) => receivesEvents(subscription, events));
  const sent = new Map<number, Sent>();
  // As their lanes will ask: an account may have thousands.
  await queryForEach(questions, account.id, hearing, ({ key }) =>
    translateFailures(() => sent.set(key, sentTo(connection, key, events))),
  );
  const own = named.map(({ key, subscription }) => ({ subscription, ...(sent.get(key) ?? NOTHING) }));
  return { own, others: counted.others };
}

type Sent = Pick<AudienceMember, 'before' | 'waiting'>;

const NOTHING: Sent = { before: [], waiting: false };

function sentTo(connection: SqliteConnection, subscription: number, { recordID }: HypotheticalEvents): Sent {
  return {
    before: readPreviousDeliveries(connection, subscription, recordID, Number.MAX_SAFE_INTEGER),
    waiting: connection.prepare(HAS_WAITING).get(subscription, recordID) !== undefined,
  };
}

const MATCHES_EVENTS_SQL = 'account = ?1 AND entity_type = ?2 AND action IN (SELECT value FROM json_each(?3))';
const READ_OWN_AUDIENCE = `SELECT ${AUDIENCE_SUBSCRIPTION_COLUMNS} FROM subscriptions
  WHERE ${MATCHES_EVENTS_SQL} AND (?4 IS NULL OR integration_id = ?4) AND removed_on IS NULL ORDER BY id`;
const COUNT_OTHERS = `SELECT count(*) AS others FROM subscriptions
  WHERE ${MATCHES_EVENTS_SQL} AND integration_id <> ?4 AND active = TRUE AND (filter_value IS NULL OR filter_value = ?5)`;
const HAS_WAITING = `SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
  WHERE state = 'waiting' AND subscription = ? AND record_id = ? LIMIT 1`;
