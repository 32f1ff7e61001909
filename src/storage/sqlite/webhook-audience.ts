/** Who would hear of events that are not made: the same subscriptions that the outbox would find. */
import type { AccountScope } from '../../accounts/account.ts';
import { type Audience, hears, type Listener, type PossibleEvents } from '../../webhooks/subscriptions/foresight.ts';
import { LISTENING_COLUMNS, type ListeningRow, listeningOf } from '../webhook-rows.ts';
import type { Connection } from './connection.ts';
import { answering } from './failures.ts';
import type { Questions } from './webhook-questions.ts';
import { readSentBefore } from './webhook-sent-before.ts';

export interface AudienceContext {
  readonly connection: Connection;
  readonly questions: Questions;
}

export async function readAudience(
  { connection, questions }: AudienceContext,
  account: AccountScope,
  /** Undefined: of the whole account, which has no others. */
  integrationID: string | undefined,
  events: PossibleEvents,
): Promise<Audience> {
  const { type, actions, filterValue } = events;
  const sought = [account.key, type, JSON.stringify(actions), integrationID ?? null];
  const rows = answering(() => connection.prepare(OWN).all(...sought)) as unknown as ListeningRow[];
  const counted = answering(() => connection.prepare(OTHERS).get(...sought, filterValue)) as { others: number };
  const own: Listener[] = [];
  // Each is asked about as its lane will ask: an account may have thousands.
  for (const row of rows) {
    own.push(await questions(account.id, () => answering(() => listenerOf(connection, row, events))));
  }
  return { own, others: counted.others };
}

function listenerOf(connection: Connection, row: ListeningRow, events: PossibleEvents): Listener {
  const { recordID } = events;
  const subscription = listeningOf(row);
  if (!hears(subscription, events)) return { subscription, before: [], waiting: false };
  return {
    subscription,
    before: readSentBefore(connection, row.key, recordID, Number.MAX_SAFE_INTEGER),
    waiting: connection.prepare(WAITING).get(row.key, recordID) !== undefined,
  };
}

const TO_THESE = 'account = ?1 AND entity_type = ?2 AND action IN (SELECT value FROM json_each(?3))';
const OWN = `SELECT ${LISTENING_COLUMNS} FROM subscriptions
  WHERE ${TO_THESE} AND (?4 IS NULL OR integration_id = ?4) AND removed_on IS NULL ORDER BY id`;
const OTHERS = `SELECT count(*) AS others FROM subscriptions
  WHERE ${TO_THESE} AND integration_id <> ?4 AND active = TRUE AND (filter_value IS NULL OR filter_value = ?5)`;
const WAITING = `SELECT 1 FROM deliveries INDEXED BY deliveries_waiting
  WHERE state = 'waiting' AND subscription = ? AND record_id = ? LIMIT 1`;
