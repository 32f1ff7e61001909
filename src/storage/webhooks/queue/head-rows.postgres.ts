/**
 * Statements that find heads, with all their columns if they are due. PostgreSQL has no skip scan, so a recursive query
 * seeks from one record to the next, however many deliveries wait behind each.
 */

import { MAX_PREVIOUS_DELIVERIES } from '../../../webhooks/delivery/settle/suppression.ts';
import type { DeliveryCause } from '../../../webhooks/delivery.ts';
import type { PreparedStatement } from '../../postgres/connection.ts';
import { lowestDeliverySql } from './lowest-delivery.postgres.ts';
import { type PreviousDeliveryRow, previousDeliverySql } from './previous-delivery.postgres.ts';
import { STATEMENT_NOW_MS_SQL } from './target.postgres.ts';

/**
 * Columns of the event are null if the head is not due, has an attempt in progress, or exceeds the requested number.
 */
export interface HeadRow {
  readonly head_id: number;
  readonly record_id: number;
  readonly in_ms: number;
  /** `due`: the number of due heads up to and including this one. `ready`: true if this head is due. */
  readonly due: number;
  readonly ready: boolean;
  readonly id: number | null;
  readonly cause: DeliveryCause;
  readonly webhook_id: string;
  readonly attempts: number;
  readonly created_on: number;
  readonly waiting_since: number | null;
  readonly processed_on: number;
  readonly seq: number | null;
  readonly changed_record: number;
  readonly version: number;
  readonly text: string | null;
  readonly sample: string | null;
  readonly submitter: string;
  readonly content_hash: string;
  readonly traceparent: string | null;
  /** The newest earlier delivery, and for callers that need them, the ones before it. */
  readonly newest: PreviousDeliveryRow | null;
  readonly further: readonly PreviousDeliveryRow[] | null;
}

/**
 * True if a waiting delivery is due. `pause` is the longest possible pause; the patience of a subscription replaces it.
 * A delivery that was never tried is always due. So is one whose due time is so far ahead that the clock must have been
 * set back since.
 */
const isDue = (pause: string) => `(attempts = 0 OR due_on <= ${STATEMENT_NOW_MS_SQL} OR due_on > ${STATEMENT_NOW_MS_SQL}
  + coalesce((SELECT p.patience_ms FROM subscriptions AS p WHERE p.key = $1), ${pause}::bigint))`;

/**
 * Selects earlier deliveries of the head's record, the newest first. All of them are settled, because otherwise the
 * head would still wait behind them.
 */
const PREVIOUS_DELIVERIES_SQL = `FROM deliveries AS p LEFT JOIN changes AS pc ON pc.seq = p.change_seq
      WHERE p.state IN ('succeeded', 'failed', 'dropped', 'own') AND p.subscription = $1 AND p.record_id = head.record_id
        AND p.id < head.head_id`;
const PREVIOUS_DELIVERY_SQL = `${previousDeliverySql('p', 'pc')} AS sent`;

/**
 * Joins the other columns of a due head. The newest earlier delivery nearly always was an event; only if it was not,
 * the older ones are read too.
 */
const HEAD_DETAILS_SQL = `LEFT JOIN LATERAL (
    SELECT d.id, d.cause, d.webhook_id, d.attempts, d.created_on, d.waiting_since, d.processed_on, d.sample, c.seq, c.record_id AS changed_record, c.version, c.text, c.submitter,
      c.content_hash, c.traceparent, b.sent AS newest, further.sent AS further
    FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq
    LEFT JOIN LATERAL (
      SELECT ${PREVIOUS_DELIVERY_SQL}, p.cause ${PREVIOUS_DELIVERIES_SQL} AND d.cause = 'event' AND d.attempts = 0 ORDER BY p.id DESC LIMIT 1
    ) AS b ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(each.sent) AS sent FROM (
        SELECT ${PREVIOUS_DELIVERY_SQL} ${PREVIOUS_DELIVERIES_SQL} AND b.cause <> 'event' ORDER BY p.id DESC LIMIT ${MAX_PREVIOUS_DELIVERIES}
      ) AS each
    ) AS further ON true
    WHERE d.id = head.head_id AND head.is_due
  ) AS rest ON true`;

/**
 * $1 subscription, $2 records, $3 records with an attempt in progress, $4 records whose pause is over, $5 the longest
 * pause.
 */
export const readRecordHeads: PreparedStatement = {
  name: 'lane_heads_of_records',
  text: `SELECT head.head_id, head.record_id, head.due_on - ${STATEMENT_NOW_MS_SQL} AS in_ms, 0::bigint AS due, head.is_due AS ready, rest.*
    FROM (
      SELECT d.id AS head_id, d.record_id, d.due_on, d.is_due OR d.record_id = ANY ($4::bigint[]) AS is_due
      FROM unnest($2::bigint[]) AS wanted (record_id)
      CROSS JOIN LATERAL (
        SELECT id, record_id, due_on, ${isDue('$5')} AS is_due FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 AND ${lowestDeliverySql('wanted.record_id')}
      ) AS d
      WHERE wanted.record_id <> ALL ($3::bigint[])
    ) AS head ${HEAD_DETAILS_SQL}`,
};

/**
 * Completes rows with `head_id`, `record_id`, `due_on` and `ready`: those that are due, up to the requested number, get
 * all their columns.
 */
const WITH_HEAD_DETAILS_SQL = `SELECT head.head_id, head.record_id, CASE WHEN head.is_head THEN head.due_on - ${STATEMENT_NOW_MS_SQL} ELSE 0 END AS in_ms, head.due, head.ready, rest.*
  FROM (
    SELECT ranked.*, ranked.ready AND ranked.due <= $MOST AS is_due FROM (
      SELECT waiting.*, count(*) FILTER (WHERE waiting.ready) OVER (ORDER BY waiting.head_id) AS due FROM waiting
    ) AS ranked
  ) AS head ${HEAD_DETAILS_SQL} ORDER BY head.head_id`;

/**
 * $1 subscription, $2 records to skip, $3 how many due heads, $4 how many records to seek (one more row is returned if
 * there are more), $5 the longest pause.
 */
export const readAllHeads: PreparedStatement = {
  name: 'lane_all_heads',
  text: `WITH RECURSIVE sought (id, record_id, due_on, attempts, number) AS (
      SELECT first.* FROM (
        SELECT id, record_id, due_on, attempts, 1::bigint FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 ORDER BY record_id, id LIMIT 1
      ) AS first
      UNION ALL
      SELECT next.id, next.record_id, next.due_on, next.attempts, s.number + 1 FROM sought AS s
      CROSS JOIN LATERAL (
        SELECT id, record_id, due_on, attempts FROM deliveries
        WHERE state = 'waiting' AND subscription = $1 AND record_id > s.record_id
        ORDER BY record_id, id LIMIT 1
      ) AS next
      WHERE s.number <= $4
    ), waiting AS (
      SELECT id AS head_id, record_id, due_on, record_id <> ALL ($2::bigint[]) AS is_head,
        ${isDue('$5')} AND record_id <> ALL ($2::bigint[]) AND (SELECT max(number) FROM sought) <= $4 AS ready
      FROM sought
    ) ${WITH_HEAD_DETAILS_SQL.replace('$MOST', '$3')}`,
};

/**
 * $1 subscription, $2 the previous delivery, $3 records to skip, $4 how many due heads, $5 how many deliveries to scan,
 * $6 the longest pause.
 */
export const readHeadsInOrder: PreparedStatement = {
  name: 'lane_heads_in_order',
  text: `WITH looked AS (
      SELECT id, record_id, due_on, attempts FROM deliveries
      WHERE state = 'waiting' AND subscription = $1 AND id + 0 > $2 ORDER BY id + 0 LIMIT $5
    ), heads AS (
      SELECT l.*, l.record_id <> ALL ($3::bigint[]) AND l.id = (
          SELECT id FROM deliveries WHERE state = 'waiting' AND subscription = $1 AND ${lowestDeliverySql('l.record_id')}
        ) AS is_head
      FROM looked AS l
    ), waiting AS (
      SELECT id AS head_id, record_id, due_on, is_head, is_head AND ${isDue('$6')} AS ready FROM heads
    ) ${WITH_HEAD_DETAILS_SQL.replace('$MOST', '$4')}`,
};
