/**
 * The webhook-id of an event that never had a delivery. It follows from the event and the subscription alone, so that whoever gets it
 * twice, after two recoveries or after the account has moved to another database, can tell that it is the same. After a restore versions are given
 * a second time, to other changes: when it was committed tells them apart.
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
