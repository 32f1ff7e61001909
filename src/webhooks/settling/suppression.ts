/**
 * Repeats of the same event are not sent twice. It is decided when a delivery's turn comes: what was delivered last for
 * the record is known by then, so a subscriber always ends with the truth, however contents alternate.
 */
import type { Cause, DeliveryState } from '../delivery.ts';

const WINDOW_MS = 10 * 60 * 1000;

/** The newest delivery of the same record to the same subscription that was not itself suppressed. */
export interface SentBefore {
  readonly delivery: number;
  readonly state: DeliveryState;
  readonly contentHash: string;
  /** When its event was committed. */
  readonly processedOn: number;
}

export interface Candidate {
  readonly cause: Cause;
  /** A delivery that has been tried once is past the question. */
  readonly attempt: number;
  readonly contentHash: string;
  readonly processedOn: number;
  readonly before: SentBefore | undefined;
}

/** The delivery that the candidate repeats; undefined where it is to be sent. */
export function repeatedDelivery(candidate: Candidate): number | undefined {
  const { before } = candidate;
  if (candidate.cause !== 'event' || candidate.attempt > 1 || before === undefined) return undefined;
  // What did not arrive cannot be repeated.
  if (before.state !== 'succeeded' || before.contentHash !== candidate.contentHash) return undefined;
  return Math.abs(candidate.processedOn - before.processedOn) < WINDOW_MS ? before.delivery : undefined;
}
