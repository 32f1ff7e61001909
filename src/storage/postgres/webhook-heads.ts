/**
 * The deliveries whose turn it is: of each record the lowest that waits. PostgreSQL does not skip through an index by
 * itself, so a recursive query seeks from one record to the next, however many deliveries wait behind each.
 */
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Cause, DeliveryState } from '../../webhooks/delivery.ts';
import type { Head, Heads, HeadsWish, Target } from '../../webhooks/queue.ts';
import { MOST_LOOKED_BACK, type SentBefore } from '../../webhooks/settling/suppression.ts';
import { sentHeaders } from '../webhook-rows.ts';
import { type Client, rows, type Statement } from './connection.ts';

/** Records looked at in one go that turn out not to be due. */
const MOST_LOOKED_AT = 500;

interface TargetRow {
  readonly account: string;
  readonly frozen: boolean;
  readonly id: number;
  readonly entity_type: RecordTypeName;
  readonly action: Action;
  readonly target_url: string;
  readonly headers: string;
  readonly active: boolean;
}

/** Columns of the event are null while the head is not due, or has an attempt out. */
interface HeadRow {
  readonly record_id: number;
  readonly in_ms: number;
  /** How many of the heads up to this one are due. */
  readonly due: number;
  readonly id: number | null;
  readonly cause: Cause;
  readonly webhook_id: string;
  readonly attempts: number;
  readonly text: string | null;
  readonly submitter: string;
  readonly committed_on: number;
  readonly content_hash: string;
  readonly traceparent: string | null;
  /** The newest that was sent before, and where somebody asked for it, those before that too. */
  readonly newest: SentRow | null;
  readonly further: readonly SentRow[] | null;
}

type SentRow = readonly [id: number, cause: Cause, state: DeliveryState, hash: string | null, processedOn: number];

export async function readHeads(client: Client, subscription: number, wish: HeadsWish): Promise<Heads> {
  const except = [...wish.except.keys()];
  const named = wish.records.slice(0, wish.most);
  const [[row], ofRecords] = await Promise.all([
    rows<TargetRow>(client, readTarget, [subscription]),
    named.length === 0
      ? []
      : rows<HeadRow>(client, headsOfRecords, [subscription, named, except, [...wish.rested], wish.longestPauseMs]),
  ]);
  if (row === undefined) return { standing: 'gone' };
  if (row.frozen) return { standing: 'frozen' };
  const room = wish.most - ofRecords.filter((head) => head.id !== null).length;
  const found =
    wish.after === undefined || room <= 0
      ? { heads: [], after: wish.after }
      : await lookThrough(client, subscription, wish, [...except, ...named], room);
  const heads = [...ofRecords, ...found.heads];
  return {
    standing: row.active ? 'active' : 'inactive',
    target: targetOf(row),
    due: heads.filter((head) => head.id !== null && head.text !== null).map(headOf),
    later: heads
      .filter((head) => head.id === null && head.in_ms > 0)
      .map(({ record_id, in_ms }) => ({ record: record_id, inMs: in_ms })),
    after: found.after,
    left: wish.records.slice(wish.most),
  };
}

async function lookThrough(client: Client, subscription: number, wish: HeadsWish, except: number[], most: number) {
  const place = [subscription, wish.after!, except];
  const heads = await rows<HeadRow>(client, nextHeads, [...place, most, MOST_LOOKED_AT, wish.longestPauseMs]);
  const last = heads.at(-1);
  const stopped = last !== undefined && (last.due >= most || heads.length >= MOST_LOOKED_AT);
  return { heads, after: stopped ? last.record_id : undefined };
}

function targetOf({ account, id, entity_type, action, target_url, headers }: TargetRow): Target {
  return {
    account,
    subscriptionID: id,
    entityType: entity_type,
    action,
    url: target_url,
    headers: sentHeaders(headers),
  };
}

function headOf(row: HeadRow): Head {
  return {
    delivery: row.id!,
    record: row.record_id,
    cause: row.cause,
    webhookId: row.webhook_id,
    attempt: row.attempts + 1,
    text: row.text!,
    submitter: row.submitter,
    processedOn: row.committed_on,
    contentHash: row.content_hash,
    traceparent: row.traceparent ?? undefined,
    before: (row.further ?? (row.newest === null ? [] : [row.newest])).map(sentBeforeOf),
  };
}

function sentBeforeOf([delivery, cause, state, contentHash, processedOn]: SentRow): SentBefore {
  return { delivery, cause, state, contentHash, processedOn };
}

const readTarget: Statement = {
  name: 'lane_target',
  text: `SELECT a.id AS account, a.frozen, s.id, s.entity_type, s.action, s.target_url, s.headers, s.active
    FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account WHERE s.key = $1 AND s.removed_on IS NULL`,
};

const NOW = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

/**
 * When a waiting delivery is due, `pause` being the longest there is. One that was not tried yet is due whatever the clock
 * says, and so is one whose time lies so far ahead that the clock must have been set back since it was written.
 */
const isDue = (pause: string) => `(attempts = 0 OR due_on <= ${NOW} OR due_on > ${NOW} + ${pause})`;

/** What was sent of the record before the head, the newest first. All of it is settled, or it would not be the head's turn. */
const SENT_BEFORE = `FROM deliveries AS p LEFT JOIN changes AS pc ON pc.seq = p.change_seq
      WHERE p.state IN ('succeeded', 'failed', 'dropped') AND p.subscription = $1 AND p.record_id = head.record_id
        AND p.id < head.head_id`;
const SENT_ROW = 'json_build_array(p.id, p.cause, p.state, pc.content_hash, p.processed_on) AS sent';

/**
 * The rest of a head that is due. The newest that was sent before it nearly always was an event; only where it was not,
 * those before it are looked at.
 */
const REST = `LEFT JOIN LATERAL (
    SELECT d.id, d.cause, d.webhook_id, d.attempts, c.text, c.submitter, c.committed_on, c.content_hash,
      c.traceparent, b.sent AS newest, further.sent AS further
    FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq
    LEFT JOIN LATERAL (
      SELECT ${SENT_ROW}, p.cause ${SENT_BEFORE} AND d.cause = 'event' AND d.attempts = 0 ORDER BY p.id DESC LIMIT 1
    ) AS b ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(each.sent) AS sent FROM (
        SELECT ${SENT_ROW} ${SENT_BEFORE} AND b.cause <> 'event' ORDER BY p.id DESC LIMIT ${MOST_LOOKED_BACK}
      ) AS each
    ) AS further ON true
    WHERE d.id = head.head_id AND head.is_due
  ) AS rest ON true`;

/** $1 subscription, $2 records, $3 records with an attempt out, $4 records whose pause is over, $5 the longest pause. */
const headsOfRecords: Statement = {
  name: 'lane_heads_of_records',
  text: `SELECT head.record_id, head.due_on - ${NOW} AS in_ms, 0::bigint AS due, rest.*
    FROM (
      SELECT d.id AS head_id, d.record_id, d.due_on, d.is_due OR d.record_id = ANY ($4::bigint[]) AS is_due
      FROM unnest($2::bigint[]) AS wanted (record_id)
      CROSS JOIN LATERAL (
        SELECT id, record_id, due_on, ${isDue('$5')} AS is_due FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 AND record_id = wanted.record_id ORDER BY id LIMIT 1
      ) AS d
      WHERE wanted.record_id <> ALL ($3::bigint[])
    ) AS head ${REST}`,
};

/** $1 subscription, $2 the record before, $3 records to pass over, $4 how many heads that are due, $5 how many at all, $6 the longest pause. */
const nextHeads: Statement = {
  name: 'lane_next_heads',
  text: `WITH RECURSIVE head (head_id, record_id, due_on, looked, is_due, due) AS (
      SELECT first.*, first.is_due::int::bigint FROM (
        SELECT id, record_id, due_on, 1::bigint, ${isDue('$6')} AND record_id <> ALL ($3::bigint[]) AS is_due
        FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND record_id > $2 ORDER BY record_id, id LIMIT 1
      ) AS first
      UNION ALL
      SELECT next.id, next.record_id, next.due_on, h.looked + 1, next.is_due, h.due + next.is_due::int
      FROM head AS h
      CROSS JOIN LATERAL (
        SELECT id, record_id, due_on, ${isDue('$6')} AND record_id <> ALL ($3::bigint[]) AS is_due
        FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND record_id > h.record_id
        ORDER BY record_id, id LIMIT 1
      ) AS next
      WHERE h.due < $4 AND h.looked < $5
    )
    SELECT head.record_id, CASE WHEN head.record_id <> ALL ($3::bigint[]) THEN head.due_on - ${NOW} ELSE 0 END AS in_ms,
      head.due, rest.*
    FROM head ${REST} ORDER BY head.record_id`,
};
