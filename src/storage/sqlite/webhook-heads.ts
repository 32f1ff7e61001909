/**
 * The deliveries whose turn it is: of each record the lowest that waits, found by one seek a record in the index of what
 * waits, however many wait behind it.
 */
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Cause, DeliveryState } from '../../webhooks/delivery.ts';
import type { Head, Heads, HeadsWish, Target } from '../../webhooks/queue.ts';
import type { SentBefore } from '../../webhooks/suppression.ts';
import type { Connection } from './connection.ts';

/** Records looked at in one go that turn out not to be due. The thread stands still meanwhile. */
const MOST_LOOKED_AT = 500;

/** Of a delivery that is not due, the event is left out: its text may be long. */
interface HeadRow {
  readonly id: number;
  readonly record_id: number;
  readonly due_on: number;
  readonly cause: Cause;
  readonly webhook_id: string;
  readonly attempts: number;
  readonly text: string | null;
  readonly submitter: string;
  readonly committed_on: number;
  readonly content_hash: string;
  readonly traceparent: string | null;
}

export function readHeads(connection: Connection, subscription: number, wish: HeadsWish, now: number): Heads {
  const found = readTarget(connection, subscription);
  if (found === 'gone' || found === 'frozen') return { standing: found };
  const due: Head[] = [];
  const later: { record: number; inMs: number }[] = [];
  const take = (row: HeadRow) => {
    if (wish.except.has(row.record_id)) return;
    if (row.due_on > now) later.push({ record: row.record_id, inMs: row.due_on - now });
    // Without its event, which only damage can bring about, it stays where it is, and the examination finds it.
    else if (row.text !== null) due.push(headOf(connection, subscription, row));
  };

  const left: number[] = [];
  for (const record of wish.records) {
    if (due.length === wish.most) left.push(record);
    else {
      const row = connection.prepare(HEAD_OF_RECORD).get(subscription, record, now);
      if (row !== undefined) take(row as unknown as HeadRow);
    }
  }
  let { after } = wish;
  for (let looked = 0; after !== undefined && due.length < wish.most && looked < MOST_LOOKED_AT; looked++) {
    const row = connection.prepare(NEXT_HEAD).get(subscription, after, now) as unknown as HeadRow | undefined;
    if (row !== undefined) take(row);
    after = row?.record_id;
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
    headers: JSON.parse(row.headers as string),
  };
  return { target, active: row.active === 1 };
}

function headOf(connection: Connection, subscription: number, row: HeadRow): Head {
  return {
    delivery: row.id,
    record: row.record_id,
    cause: row.cause,
    webhookId: row.webhook_id,
    attempt: row.attempts + 1,
    text: row.text!,
    submitter: row.submitter,
    processedOn: row.committed_on,
    contentHash: row.content_hash,
    traceparent: row.traceparent ?? undefined,
    before: row.cause === 'event' && row.attempts === 0 ? readSentBefore(connection, subscription, row) : undefined,
  };
}

/** Of those before it that were not suppressed, the newest. All are settled, or it would not be this one's turn. */
function readSentBefore(
  connection: Connection,
  subscription: number,
  { record_id, id }: HeadRow,
): SentBefore | undefined {
  const row = connection
    .prepare(`SELECT d.id, d.state, c.content_hash, c.committed_on
      FROM deliveries AS d INDEXED BY deliveries_sent JOIN changes AS c ON c.seq = d.change_seq
      WHERE d.state <> 'waiting' AND d.state <> 'suppressed' AND d.subscription = ? AND d.record_id = ? AND d.id < ?
      ORDER BY d.id DESC LIMIT 1`)
    .get(subscription, record_id, id);
  return (
    row && {
      delivery: row.id as number,
      state: row.state as DeliveryState,
      contentHash: row.content_hash as string,
      processedOn: row.committed_on as number,
    }
  );
}
