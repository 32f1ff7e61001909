/** Creates the request for a delivery whose turn it is, or returns the reason why damaged data prevents it. */
import type { DeliveryTarget, Head } from '../../queue.ts';
import { renderDeliveryBody } from './delivery-body.ts';
import type { OutgoingRequest, Unsendable } from './http-sender.ts';

export function createOutgoingRequest(
  target: DeliveryTarget,
  head: Head,
  mayLeave: () => boolean,
): OutgoingRequest | Unsendable {
  const { account, url, headers, signing, entityType, action } = target;
  const { webhookId, traceparent, change, text } = head;
  if (headers === undefined) return { unsendable: 'The headers of the subscription cannot be read.' };
  if (signing === undefined) return { unsendable: 'The signing secret of the subscription cannot be read.' };
  if (text === undefined) return { unsendable: RECORD_NOT_FOUND };
  try {
    return {
      account,
      url,
      headers,
      signing,
      body: renderDeliveryBody({ ...head, text }),
      webhookId,
      entityType,
      action,
      change,
      traceparent,
      mayLeave,
    };
  } catch (error) {
    return { unsendable: `The delivery could not be put together: ${(error as Error).message}.` };
  }
}

const RECORD_NOT_FOUND = 'The record as it was then cannot be found: the log of changes is damaged.';
