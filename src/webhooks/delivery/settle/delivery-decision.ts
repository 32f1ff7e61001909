/**
 * Decides, as a pure function, what follows from an attempt: whether the delivery is retried, has succeeded or has
 * failed. Also counts the subscription's failed deliveries in a row, and decides whether that switches it off.
 */
import { type AttemptOutcome, isGone, isSuccess } from '../send/outcome.ts';
import { truncateText } from './truncate-text.ts';

/** The first attempt and three retries. */
export const MAX_ATTEMPTS = 4;
/** Failed deliveries in a row that switch a subscription off. */
export const MAX_FAILURES_IN_A_ROW = 30;

export interface DeliveryDecisionInput {
  readonly outcome: AttemptOutcome;
  /** Counted from 1. */
  readonly attempt: number;
  /** Failed deliveries in a row of the subscription, before this attempt. */
  readonly failuresInARow: number;
  /** The pause before a retry. */
  readonly retryMs: number;
  /** False for a Test delivery: neither its success nor its failure touches the count. */
  readonly counted: boolean;
  /** True if the subscription is still active; it may have been switched off while the attempt was out. */
  readonly active: boolean;
  /**
   * State of the patience for this delivery, and the pause if it is not over; null if the general retry rules apply.
   */
  readonly patience: { readonly over: boolean; readonly pauseMs: number } | null;
}

export type DeliveryDecision =
  | { readonly delivery: 'retry'; readonly afterMs: number }
  | { readonly delivery: 'succeeded'; readonly failuresInARow: number }
  /** `deactivate` is the reason, a sentence an integrator understands. */
  | { readonly delivery: 'failed'; readonly failuresInARow: number; readonly deactivate?: string }
  /** A retry would be due, but the subscription was switched off during the attempt. */
  | { readonly delivery: 'dropped' };

export function decideDelivery(attempted: DeliveryDecisionInput): DeliveryDecision {
  const { outcome, failuresInARow, counted, active } = attempted;
  if (isSuccess(outcome)) return { delivery: 'succeeded', failuresInARow: counted ? 0 : failuresInARow };
  const afterMs = pauseBeforeRetry(attempted);
  if (afterMs !== undefined) {
    // A Test is allowed on a subscription that is off, with all its retries.
    return active || !counted ? { delivery: 'retry', afterMs } : { delivery: 'dropped' };
  }
  const failures = counted ? failuresInARow + 1 : failuresInARow;
  const reason = active ? deactivation(outcome, failures, counted) : undefined;
  return { delivery: 'failed', failuresInARow: failures, ...(reason === undefined ? {} : { deactivate: reason }) };
}

/**
 * Returns the pause before a retry; undefined if there is no retry. Every unsuccessful status shows that the endpoint
 * is reachable and may answer better later; 410 rejects all further attempts. A patient subscription also retries
 * network failures.
 */
function pauseBeforeRetry({ outcome, attempt, retryMs, patience }: DeliveryDecisionInput): number | undefined {
  if (isGone(outcome)) return undefined;
  if (patience !== null) return patience.over ? undefined : patience.pauseMs;
  return outcome.kind === 'answered' && attempt < MAX_ATTEMPTS ? retryMs : undefined;
}

function deactivation(outcome: AttemptOutcome, failures: number, counted: boolean): string | undefined {
  if (isGone(outcome)) {
    return 'The endpoint answered 410 Gone, which asks for no more deliveries.';
  }
  if (!counted || failures < MAX_FAILURES_IN_A_ROW) return undefined;
  return `${failures} deliveries in a row failed. The last one: ${lastFailure(outcome)}`;
}

function lastFailure(outcome: AttemptOutcome): string {
  return outcome.kind === 'answered' ? `the endpoint answered ${outcome.status}.` : truncateText(outcome.message);
}
