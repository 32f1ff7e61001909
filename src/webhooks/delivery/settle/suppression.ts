/**
 * Repeats of the same event are not sent twice. It is decided when a delivery's turn comes: what was sent before for the
 * record is known by then, so a subscriber always ends with the truth, however contents alternate.
 *
 * A repeat is measured against the last event that was sent, never against something that was sent because somebody asked
 * for it. A delivery sent again leaves two possibilities: a receiver that knows its webhook-id has passed over it, and one
 * that takes whatever comes now holds the old content. So an event is a repeat only if both hold what it says: the last
 * event's delivery succeeded with this content, and everything sent since then, whatever became of it, had this content too.
 * What arrived at another address than the present one has not arrived here; where it is not known at which, it counts as
 * this one, because addresses seldom change.
 */
import type { DeliveryCause, DeliveryState } from '../../delivery.ts';

const SUPPRESSION_WINDOW_MS = 10 * 60 * 1000;
/** So many of a record's last deliveries are looked at. Where they are all asked for by somebody, the event is sent. */
export const MAX_PREVIOUS_DELIVERIES = 16;

/** A delivery of the same record to the same subscription that is settled and was not itself suppressed. */
export interface PreviousDelivery {
  readonly delivery: number;
  readonly cause: DeliveryCause;
  readonly state: DeliveryState;
  /** Null where its event is forgotten. */
  readonly contentHash: string | null;
  /** When its event was committed. */
  readonly processedOn: number;
  /** Of one that an event caused the mark of the address that its last attempt was sent to; '' where that is not known. */
  readonly target: string;
}

export interface SuppressionCandidate {
  readonly cause: DeliveryCause;
  /** A delivery that has been tried once is past the question. */
  readonly attempt: number;
  readonly contentHash: string;
  readonly processedOn: number;
  /** The newest first, at least as far back as the newest that an event caused, or `MOST_LOOKED_BACK` of them. */
  readonly before: readonly PreviousDelivery[];
}

/** The delivery that the candidate repeats; undefined where it is to be sent. `target` is the mark of where to. */
export function findRepeatedDelivery(candidate: SuppressionCandidate, target: string): number | undefined {
  const { before, contentHash } = candidate;
  if (candidate.cause !== 'event' || candidate.attempt > 1) return undefined;
  for (const sent of before) {
    if (sent.contentHash !== contentHash) return undefined;
    if (sent.cause !== 'event') continue;
    // What did not arrive cannot be repeated.
    const arrived = sent.state === 'succeeded' && (sent.target === target || sent.target === '');
    return arrived && Math.abs(candidate.processedOn - sent.processedOn) < SUPPRESSION_WINDOW_MS
      ? sent.delivery
      : undefined;
  }
  return undefined;
}
