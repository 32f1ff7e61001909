/** Who would hear of events that are not made: the same subscriptions that the outbox would find. */
import type { AccountScope } from '../../accounts/account.ts';
import { type Audience, hears, type Listener, type PossibleEvents } from '../../webhooks/subscriptions/foresight.ts';
import type { Connection } from '../sqlite/connection.ts';
import { answering } from '../sqlite/failures.ts';
import { askForEach, type Questions } from './queue/lane-queries.sqlite.ts';
import { readSentBefore } from './queue/previous-delivery.sqlite.ts';
import { LISTENING_COLUMNS, type ListeningRow, listeningOf } from './rows.ts';

export interface AudienceContext {
  readonly connection: Connection;
  readonly questions: Questions;
}

export async function readAudience(
  { connection, questions }: AudienceContext,
  account: AccountScope,
  /** Whose are named, or `NAMED`. */
  integrationID: string | null,
  events: PossibleEvents,
): Promise<Audience> {
  const { type, actions, filterValue } = events;
  const sought = [account.key, type, JSON.stringify(actions), integrationID];
  const rows = answering(() => connection.prepare(OWN).all(...sought)) as unknown as ListeningRow[];
  const counted = answering(() => connection.prepare(OTHERS).get(...sought, filterValue)) as { others: number };
  const named = rows.map((row) => ({ key: row.key, subscription: listeningOf(row) }));
  const hearing = named.filter(({ subscription }) => hears(subscription, events));
  const sent = new Map<number, Sent>();
  // As their lanes will ask: an account may have thousands.
  await askForEach(questions, account.id, hearing, ({ key }) =>
    answering(() => sent.set(key, sentTo(connection, key, events))),
  );
  const own = named.map(({ key, subscription }) => ({ subscription, ...(sent.get(key) ?? NOTHING) }));
  return { own, others: counted.others };
}

type Sent = Pick<Listener, 'before' | 'waiting'>;

const NOTHING: Sent = { before: [], waiting: false };

function sentTo(connection: Connection, subscription: number, { recordID }: PossibleEvents): Sent {
  return {
    before: readSentBefore(connection, subscription, recordID, Number.MAX_SAFE_INTEGER),
    waiting: connection.prepare(WAITING).get(subscription, recordID) !== undefined,
  };
}

const TO_THESE = 'account = ?1 AND entity_type = ?2 AND action IN (SELECT value FROM json_each(?3))';
const OWN = `SELECT ${LISTENING_COLUMNS} FROM subscriptions
  WHERE ${TO_THESE} AND (?4 IS NULL OR integration_id = ?4) AND removed_on IS NULL ORDER BY id`;
const OTHERS = `SELECT count(*) AS others FROM subscriptions
  WHERE ${TO_THESE} AND integration_id <> ?4 AND active = TRUE AND (filter_value IS NULL OR filter_value = ?5)`;
const WAITING = `SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
  WHERE state = 'waiting' AND subscription = ? AND record_id = ? LIMIT 1`;
