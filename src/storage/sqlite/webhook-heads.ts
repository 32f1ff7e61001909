/**
 * The deliveries whose turn it is: of each record the lowest that waits, found by one seek a record in the index of what
 * waits, however many wait behind it.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Cause, DeliveryState } from '../../webhooks/delivery.ts';
import type { Head, Heads, HeadsWish, Target } from '../../webhooks/queue.ts';
import type { SentBefore } from '../../webhooks/settling/suppression.ts';
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
  const take = (row: HeadRow) => {
    const [, record, dueOn, , , , text] = row;
    if (wish.except.has(record)) return;
    if (dueOn > now) later.push({ record, inMs: dueOn - now });
    // Without its event, which only damage can bring about, it stays where it is, and the examination finds it.
    else if (text !== null) due.push(headOf(connection, subscription, row, text));
  };
  const headOfRecord = arraysOf(connection.prepare(HEAD_OF_RECORD));
  const nextHead = arraysOf(connection.prepare(NEXT_HEAD));

  const left: number[] = [];
  for (const record of wish.records) {
    if (due.length === wish.most) left.push(record);
    else {
      const row = headOfRecord.get(subscription, record, now) as HeadRow | undefined;
      if (row !== undefined) take(row);
    }
  }
  let { after } = wish;
  for (let looked = 0; after !== undefined && due.length < wish.most && looked < MOST_LOOKED_AT; looked++) {
    const row = nextHead.get(subscription, after, now) as HeadRow | undefined;
    if (row !== undefined) take(row);
    after = row?.[1];
  }
  return { standing: found.active ? 'active' : 'inactive', target: found.target, due, later, after, left };
}

const HEAD = `SELECT d.id, d.record_id, d.due_on, d.cause, d.webhook_id, d.attempts,
    c.text, c.submitter, c.committed_on, c.content_hash, c.traceparent
  FROM deliveries AS d INDEXED BY deliveries_waiting
  LEFT JOIN changes AS c ON c.seq = d.change_seq AND d.due_on <= ?3
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
    before: mayRepeat ? readSentBefore(connection, subscription, record, delivery) : undefined,
  };
}

/** Of those before it that were not suppressed, the newest. All are settled, or it would not be this one's turn. */
function readSentBefore(
  connection: Connection,
  subscription: number,
  record: number,
  delivery: number,
): SentBefore | undefined {
  const row = connection
    .prepare(`SELECT d.id, d.state, c.content_hash, c.committed_on
      FROM deliveries AS d INDEXED BY deliveries_sent JOIN changes AS c ON c.seq = d.change_seq
      WHERE d.state <> 'waiting' AND d.state <> 'suppressed' AND d.subscription = ? AND d.record_id = ? AND d.id < ?
      ORDER BY d.id DESC LIMIT 1`)
    .get(subscription, record, delivery);
  return (
    row && {
      delivery: row.id as number,
      state: row.state as DeliveryState,
      contentHash: row.content_hash as string,
      processedOn: row.committed_on as number,
    }
  );
}

function arraysOf(statement: StatementSync): { get(...values: SQLInputValue[]): unknown } {
  statement.setReturnArrays(true);
  return statement;
}
