/**
 * What follows from an attempt, as a pure function: whether the delivery is tried again, has succeeded or has failed, how many
 * deliveries of the subscription have now failed in a row, and whether that switches the subscription off.
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
  /** Of the subscription, before this attempt. */
  readonly failuresInARow: number;
  /** The pause before a retry. */
  readonly retryMs: number;
  /** False for a Test delivery: neither its success nor its failure touches the count. */
  readonly counted: boolean;
  /** Whether the subscription is still on; it may have been switched off while the attempt was out. */
  readonly active: boolean;
  /** Of a patient subscription, whether its patience is over for this delivery, and else the pause; null by the rules for all. */
  readonly patience: { readonly over: boolean; readonly pauseMs: number } | null;
}

export type DeliveryDecision =
  | { readonly delivery: 'retry'; readonly afterMs: number }
  | { readonly delivery: 'succeeded'; readonly failuresInARow: number }
  /** `deactivate` is the reason, a sentence an integrator understands. */
  | { readonly delivery: 'failed'; readonly failuresInARow: number; readonly deactivate?: string }
  /** A retry would be due, but the subscription has been switched off meanwhile. */
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
 * Undefined where it is not tried again. Every status that is no success says that somebody is there and may answer better; 410 says
 * not to ask again. Whoever is patient waits for the network, too.
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
