/**
 * Suppresses repeats of the same event. The decision is made when a delivery's turn comes. What was sent before for the
 * record is known by then, so a subscriber always ends with the current content, even if contents alternate.
 *
 * An event is compared with the last event that was sent, never with a delivery that was requested. A resent delivery
 * leaves two possibilities. A receiver that knows its webhook-id has ignored it; a receiver that accepts everything now
 * has the old content. So an event is a repeat only if both receivers have its content. The last event's delivery must
 * have succeeded with this content, and everything sent since must have had this content too, whatever its outcome.
 *
 * A delivery that arrived at another URL has not arrived at the present one. If its URL is unknown, it counts as the
 * present one, because URLs rarely change.
 */
import type { DeliveryCause, DeliveryState } from '../../delivery.ts';

const SUPPRESSION_WINDOW_MS = 10 * 60 * 1000;
/** Number of a record's last deliveries that are compared. If all of them were requested, the event is sent. */
export const MAX_PREVIOUS_DELIVERIES = 16;

/** A delivery of the same record to the same subscription that is settled and was not itself suppressed. */
export interface PreviousDelivery {
  readonly delivery: number;
  readonly cause: DeliveryCause;
  readonly state: DeliveryState;
  /** Null if its event is no longer stored. */
  readonly contentHash: string | null;
  /** Time at which its event was committed. */
  readonly processedOn: number;
  /** Hash of the URL of its last attempt, if an event caused the delivery; '' if it is not known. */
  readonly target: string;
}

export interface SuppressionCandidate {
  readonly cause: DeliveryCause;
  /** Attempt number, counted from 1. Only a first attempt can be suppressed. */
  readonly attempt: number;
  readonly contentHash: string;
  readonly processedOn: number;
  /**
   * Previous deliveries, newest first. They reach back to the newest one caused by an event, or are
   * `MAX_PREVIOUS_DELIVERIES` in number.
   */
  readonly before: readonly PreviousDelivery[];
}

/**
 * Returns the delivery that the candidate repeats; undefined if it must be sent. `target` is the hash of the URL to
 * send to.
 */
export function findRepeatedDelivery(candidate: SuppressionCandidate, target: string): number | undefined {
  const { before, contentHash } = candidate;
  if (candidate.cause !== 'event' || candidate.attempt > 1) return undefined;
  for (const sent of before) {
    if (sent.contentHash !== contentHash) return undefined;
    if (sent.cause !== 'event') continue;
    // A delivery that did not arrive cannot be repeated.
    const arrived = sent.state === 'succeeded' && (sent.target === target || sent.target === '');
    return arrived && Math.abs(candidate.processedOn - sent.processedOn) < SUPPRESSION_WINDOW_MS
      ? sent.delivery
      : undefined;
  }
  return undefined;
}
