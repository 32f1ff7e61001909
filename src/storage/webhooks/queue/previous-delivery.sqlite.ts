/** Reads the earlier deliveries of a record. A delivery is compared with them to decide whether it is a repeat. */

import { MAX_PREVIOUS_DELIVERIES, type PreviousDelivery } from '../../../webhooks/delivery/settle/suppression.ts';
import { lastTargetHashSql } from '../../../webhooks/delivery/settle/target-hash.ts';
import type { DeliveryCause, DeliveryState } from '../../../webhooks/delivery.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';

/**
 * Returns earlier deliveries that were not suppressed, the newest first, up to one that an event caused. That is nearly
 * always the first. All of them are settled, because otherwise this delivery would still wait behind them.
 */
export function readPreviousDeliveries(
  connection: SqliteConnection,
  subscription: number,
  record: number,
  delivery: number,
): PreviousDelivery[] {
  const sent: PreviousDelivery[] = [];
  for (const row of connection.prepare(PREVIOUS_DELIVERIES_SQL).iterate(subscription, record, delivery)) {
    const before = sentBeforeOf(row);
    sent.push(before);
    if (before.cause === 'event') break;
  }
  return sent;
}

const PREVIOUS_DELIVERIES_SQL = `SELECT d.id, d.cause, d.state, d.processed_on, c.content_hash, ${lastTargetHashSql('d')} AS target
  FROM deliveries AS d INDEXED BY deliveries_sent LEFT JOIN changes AS c ON c.seq = d.change_seq
  WHERE d.state <> 'waiting' AND d.state <> 'suppressed' AND d.subscription = ? AND d.record_id = ? AND d.id < ?
  ORDER BY d.id DESC LIMIT ${MAX_PREVIOUS_DELIVERIES}`;

function sentBeforeOf(row: Record<string, unknown>): PreviousDelivery {
  return {
    delivery: row.id as number,
    cause: row.cause as DeliveryCause,
    state: row.state as DeliveryState,
    contentHash: row.content_hash as string | null,
    processedOn: row.processed_on as number,
    target: row.target as string,
  };
}
