/**
 * Webhook-id of an event that never had a delivery. It depends only on the event and the subscription. A receiver that
 * gets the event twice recognizes it, after two recoveries or after the account has moved to another database. After a
 * restore, versions are assigned again to other changes; the commit time distinguishes them.
 */
import { createHash } from 'node:crypto';
import type { RecordTypeName } from '../../catalogue/index.ts';

export interface MissedEvent {
  readonly account: string;
  /** The subscription's id in its account. */
  readonly subscriptionID: number;
  readonly type: RecordTypeName;
  readonly record: number;
  readonly version: number;
  readonly committedOn: number;
}

export function deriveMissedWebhookId({
  account,
  subscriptionID,
  type,
  record,
  version,
  committedOn,
}: MissedEvent): string {
  const event = [account, subscriptionID, type, record, version, committedOn].join(' ');
  return `msg_${createHash('sha256').update(event).digest('hex').slice(0, 32)}`;
}
