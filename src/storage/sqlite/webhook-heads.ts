/**
 * The deliveries whose turn it is: of each record the lowest that waits, found by one seek a record in the index of what
 * waits, however many wait behind it.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Cause, DeliveryState } from '../../webhooks/delivery.ts';
import type { Head, Heads, HeadsWish, Target } from '../../webhooks/queue.ts';
import { MOST_LOOKED_BACK, type SentBefore } from '../../webhooks/settling/suppression.ts';
import { sentHeaders } from '../webhook-rows.ts';
import type { Connection } from './connection.ts';

/** Records looked at in one go that turn out not to be due. The thread stands still meanwhile. */
const MOST_LOOKED_AT = 500;

/** Of a delivery that is not due, the event is left out: its text may be long. An array, because an object a row takes as long again. */
type HeadRow = readonly [
  id: number,
  record: number,
  dueOn: number,
  cause: Cause,
  webhookId: string,
  attempts: number,
  text: string | null,
  submitter: string,
  committedOn: number,
  contentHash: string,
  traceparent: string | null,
];

export function readHeads(connection: Connection, subscription: number, wish: HeadsWish, now: number): Heads {
  const found = readTarget(connection, subscription);
  if (found === 'gone' || found === 'frozen') return { standing: found };
  const due: Head[] = [];
  const later: { record: number; inMs: number }[] = [];
  const { rested, longestPauseMs } = wish;
  const take = (row: HeadRow) => {
    const [, record, dueOn, , , attempts, text] = row;
    if (wish.except.has(record)) return;
    if (!isDue(dueOn, attempts) && !rested.has(record)) later.push({ record, inMs: dueOn - now });
    // Without its event, which only damage can bring about, it stays where it is, and the examination finds it.
    else if (text !== null) due.push(headOf(connection, subscription, row, text));
  };
  const isDue = (dueOn: number, attempts: number) => attempts === 0 || dueOn <= now || dueOn > now + longestPauseMs;
  const headOfRecord = arraysOf(connection.prepare(HEAD_OF_RECORD));
  const nextHead = arraysOf(connection.prepare(NEXT_HEAD));

  const left: number[] = [];
  for (const record of wish.records) {
    if (due.length === wish.most) left.push(record);
    else {
      const row = headOfRecord.get(subscription, record, now, now + longestPauseMs, rested.has(record) ? 1 : 0) as
        | HeadRow
        | undefined;
      if (row !== undefined) take(row);
    }
  }
  let { after } = wish;
  for (let looked = 0; after !== undefined && due.length < wish.most && looked < MOST_LOOKED_AT; looked++) {
    const row = nextHead.get(subscription, after, now, now + longestPauseMs, 0) as HeadRow | undefined;
    if (row !== undefined) take(row);
    after = row?.[1];
  }
  return { standing: found.active ? 'active' : 'inactive', target: found.target, due, later, after, left };
}

/** ?3 now, ?4 the latest that anything can be due, ?5 whether the record's pause is over in any case. As `isDue`. */
const HEAD = `SELECT d.id, d.record_id, d.due_on, d.cause, d.webhook_id, d.attempts,
    c.text, c.submitter, c.committed_on, c.content_hash, c.traceparent
  FROM deliveries AS d INDEXED BY deliveries_waiting
  LEFT JOIN changes AS c ON c.seq = d.change_seq AND (d.attempts = 0 OR d.due_on <= ?3 OR d.due_on > ?4 OR ?5)
  WHERE d.state = 'waiting' AND d.subscription = ?1`;
const HEAD_OF_RECORD = `${HEAD} AND d.record_id = ?2 ORDER BY d.id LIMIT 1`;
const NEXT_HEAD = `${HEAD} AND d.record_id > ?2 ORDER BY d.record_id, d.id LIMIT 1`;

function readTarget(connection: Connection, key: number): { target: Target; active: boolean } | 'gone' | 'frozen' {
  const row = connection
    .prepare(`SELECT a.id AS account, a.frozen, s.id, s.entity_type, s.action, s.target_url, s.headers, s.active
      FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account WHERE s.key = ? AND s.removed_on IS NULL`)
    .get(key);
  if (row === undefined) return 'gone';
  if (row.frozen === 1) return 'frozen';
  const target: Target = {
    account: row.account as string,
    subscriptionID: row.id as number,
    entityType: row.entity_type as RecordTypeName,
    action: row.action as Action,
    url: row.target_url as string,
    headers: sentHeaders(row.headers as string),
  };
  return { target, active: row.active === 1 };
}

function headOf(connection: Connection, subscription: number, row: HeadRow, text: string): Head {
  const [delivery, record, , cause, webhookId, attempts, , submitter, processedOn, contentHash, traceparent] = row;
  const mayRepeat = cause === 'event' && attempts === 0;
  return {
    delivery,
    record,
    cause,
    webhookId,
    attempt: attempts + 1,
    text,
    submitter,
    processedOn,
    contentHash,
    traceparent: traceparent ?? undefined,
    before: mayRepeat ? readSentBefore(connection, subscription, record, delivery) : [],
  };
}

/**
 * Of those before it that were not suppressed, the newest back to one that an event caused, which nearly always is the
 * first. All are settled, or it would not be this one's turn.
 */
function readSentBefore(connection: Connection, subscription: number, record: number, delivery: number): SentBefore[] {
  const sent: SentBefore[] = [];
  for (const row of connection.prepare(SENT_BEFORE).iterate(subscription, record, delivery)) {
    const before = sentBeforeOf(row);
    sent.push(before);
    if (before.cause === 'event') break;
  }
  return sent;
}

const SENT_BEFORE = `SELECT d.id, d.cause, d.state, d.processed_on, c.content_hash
  FROM deliveries AS d INDEXED BY deliveries_sent LEFT JOIN changes AS c ON c.seq = d.change_seq
  WHERE d.state <> 'waiting' AND d.state <> 'suppressed' AND d.subscription = ? AND d.record_id = ? AND d.id < ?
  ORDER BY d.id DESC LIMIT ${MOST_LOOKED_BACK}`;

function sentBeforeOf(row: Record<string, unknown>): SentBefore {
  return {
    delivery: row.id as number,
    cause: row.cause as Cause,
    state: row.state as DeliveryState,
    contentHash: row.content_hash as string | null,
    processedOn: row.processed_on as number,
  };
}

function arraysOf(statement: StatementSync): { get(...values: SQLInputValue[]): unknown } {
  statement.setReturnArrays(true);
  return statement;
}
