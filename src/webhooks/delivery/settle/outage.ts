/**
 * Outage of an endpoint: when it began, and when the next try is due. Pure: each failed delivery of a patient
 * subscription yields the next state.
 *
 * A failure may be the fault of one record whose content the endpoint cannot process. While all failures are of one
 * record, the outage names it, and other records are tried as usual. The endpoint counts as down only when another
 * record fails, too.
 */
import { sameJson } from '../../../lib/json.ts';
import type { SubscriptionInput } from '../../subscriptions/subscription.ts';
import type { AttemptOutcome } from '../send/outcome.ts';

export interface EndpointOutage {
  /** Time of the first failure. All times are by the database's clock. */
  readonly since: number;
  /** Failed tries in a row, which determine the pause before the next try. */
  readonly tries: number;
  /** The only record whose deliveries failed; null when there are several. */
  readonly record: number | null;
  readonly nextTry: number;
}

export interface EndpointFailure {
  readonly at: number;
  readonly record: number;
  /**
   * True if the endpoint was known to be down when the attempt was sent. Attempts already out at that time give no new
   * information.
   */
  readonly probe: boolean;
  /** Delay that the endpoint requested; null if it requested none. */
  readonly retryAfterMs: number | null;
  /** End of the delivery's patience: it is tried then in any case. */
  readonly latest: number;
}

/**
 * Pauses before the second try, the third and so on. Short, because most outages are restarts that last less than a
 * minute.
 */
const FIRST_PAUSES_MS: readonly number[] = [2_000, 5_000, 10_000, 20_000, 30_000, 60_000];
/** Pauses after `FIRST_PAUSES_MS`: `PAUSE_MS` in the first hour, `LATER_PAUSE_MS` after it. */
const PAUSE_MS = 60_000;
const LATER_PAUSE_MS = 300_000;
const FIRST_HOUR_MS = 3_600_000;
/**
 * Jitter as a fraction of the pause, so that endpoints that went down together are not all tried at the same moment.
 */
export const RETRY_JITTER = 0.1;
/**
 * Number of deliveries in a row, refused at their first attempt, from which the endpoint is at fault and not each
 * delivery.
 */
export const MAX_REFUSED_IN_A_ROW = 30;

export function outageAfter(
  outage: EndpointOutage | null,
  failure: EndpointFailure,
  random: () => number,
): EndpointOutage {
  const { at, record, probe, retryAfterMs, latest } = failure;
  const asked = Math.min(at + (retryAfterMs ?? 0), latest);
  const downMs = outage === null ? 0 : at - outage.since;
  const next = (tries: number) => Math.max(asked, Math.min(at + retryPauseMs(tries, downMs, random), latest));
  if (outage === null) return { since: at, tries: 1, record, nextTry: next(1) };
  const widens = outage.record !== null && outage.record !== record;
  const of = widens ? null : outage.record;
  if (!probe) return { ...outage, record: of, nextTry: Math.max(outage.nextTry, asked) };
  // A second record is the first sign that it is the endpoint's fault: its pauses begin anew.
  const tries = widens ? 1 : outage.tries + 1;
  return { since: outage.since, tries, record: of, nextTry: next(tries) };
}

/** Change of an endpoint to down or back to up, with the time the outage began. */
export interface OutageTransition {
  readonly to: 'down' | 'up';
  readonly since: number;
}

/**
 * Returns the transition between two states, if there is one. Each direction occurs once per outage, after any number
 * of tries.
 */
export function detectOutageTransition(
  before: EndpointOutage | null,
  after: EndpointOutage | null,
): OutageTransition | undefined {
  if (after !== null) return isSure(after) && !isSure(before) ? { to: 'down', since: after.since } : undefined;
  return before !== null && isSure(before) ? { to: 'up', since: before.since } : undefined;
}

/**
 * True if the endpoint is considered down. If nothing else is sent, repeated failures of a single record also count as
 * an outage after `MIN_TRIES_TO_CONFIRM` tries.
 */
function isSure(outage: EndpointOutage | null): boolean {
  return outage !== null && (outage.record === null || outage.tries >= MIN_TRIES_TO_CONFIRM);
}
/** Number of tries; the last one is more than a minute after the first. */
const MIN_TRIES_TO_CONFIRM = 6;

/**
 * Returns the pause after `failures` failures in a row, the first of them `forMs` ago, with a jitter of `RETRY_JITTER`.
 */
export function retryPauseMs(failures: number, forMs: number, random: () => number): number {
  const pause = FIRST_PAUSES_MS[failures - 1] ?? (forMs < FIRST_HOUR_MS ? PAUSE_MS : LATER_PAUSE_MS);
  return Math.round(pause * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random()));
}

/**
 * True if the answer rejects this one delivery and says nothing about the endpoint: 4xx, except those that request a
 * later retry.
 */
export function isRejectedDelivery(outcome: AttemptOutcome): boolean {
  return (
    outcome.kind === 'answered' &&
    outcome.status >= 400 &&
    outcome.status < 500 &&
    !RETRYABLE_STATUSES.has(outcome.status)
  );
}
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Returns the effect of a subscription change on an outage. Another URL, or other headers (they hold secrets), mean
 * another endpoint. Another patience triggers a try at once, so that it takes effect. Without patience there is nothing
 * to wait for.
 */
export function outageAfterChange(before: Wishes, after: Wishes): 'stays' | 'tried at once' | 'ended' {
  const isElsewhere = before.targetUrl !== after.targetUrl || !sameJson(before.headers, after.headers);
  if (isElsewhere || after.patience === null) return 'ended';
  return before.patience === after.patience ? 'stays' : 'tried at once';
}

type Wishes = Pick<SubscriptionInput, 'targetUrl' | 'headers' | 'patience'>;
