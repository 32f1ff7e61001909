/** What was sent of a record before a delivery: whether that is a repeat is measured against it. */

import { MOST_LOOKED_BACK, type SentBefore } from '../../../webhooks/delivery/settle/suppression.ts';
import { lastMark } from '../../../webhooks/delivery/settle/target-mark.ts';
import type { Cause, DeliveryState } from '../../../webhooks/delivery.ts';
import type { Connection } from '../../sqlite/connection.ts';

/**
 * Of those before it that were not suppressed, the newest back to one that an event caused, which nearly always is the
 * first. All are settled, or it would not be this one's turn.
 */
export function readSentBefore(
  connection: Connection,
  subscription: number,
  record: number,
  delivery: number,
): SentBefore[] {
  const sent: SentBefore[] = [];
  for (const row of connection.prepare(SENT_BEFORE).iterate(subscription, record, delivery)) {
    const before = sentBeforeOf(row);
    sent.push(before);
    if (before.cause === 'event') break;
  }
  return sent;
}

const SENT_BEFORE = `SELECT d.id, d.cause, d.state, d.processed_on, c.content_hash, ${lastMark('d')} AS target
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
    target: row.target as string,
  };
}
