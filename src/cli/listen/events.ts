/** The events of a change, as deliveries of them would look. */
import { sha256Hex } from '../../lib/ids.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { renderDeliveryBody } from '../../webhooks/delivery/send/delivery-body.ts';
import { type SigningKey, signDelivery } from '../../webhooks/delivery/send/signature.ts';

/** An entry of the feed, limited to the fields used here. */
export interface FeedChange {
  readonly change: string;
  readonly type: string;
  readonly id: number;
  readonly version: number;
  readonly on: string;
  readonly by: { readonly email: string };
  readonly events: readonly string[];
  readonly data: unknown;
}

export interface LocalEvent {
  readonly action: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function eventsOf(
  change: FeedChange,
  only: string | undefined,
  signing: readonly SigningKey[] = [],
): LocalEvent[] {
  const wanted = only?.toLowerCase();
  const actions = change.events.filter((action) => wanted === undefined || action.toLowerCase() === wanted);
  const body = renderDeliveryBody({
    text: JSON.stringify(change.data),
    submitter: change.by.email,
    processedOn: parseTimestamp(change.on)!,
  });
  return actions.map((action) => {
    // The same ID for the same event in every run. No subscription sent it, so it is not the ID of a delivery.
    const webhookId = `msg_${sha256Hex(`${change.change} ${action}`).slice(0, 32)}`;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signDelivery(signing, { webhookId, timestamp, body }, Date.now());
    return {
      action,
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'mds-listen',
        'webhook-id': webhookId,
        'webhook-timestamp': timestamp,
        ...(signature !== '' && { 'webhook-signature': signature }),
        'X-Entity-Type': change.type,
        'X-Action': action,
        'X-Change': change.change,
      },
    };
  });
}
