/**
 * An endpoint that is down, as the deliveries of a patient subscription tell: since when, and when it is tried next. Pure: it follows
 * from one failure after the other.
 *
 * What failed may be the fault of one record alone, whose content the endpoint cannot take. As long as all failures were of one
 * record, that is noted, and the other records are tried as ever: only when one of them fails, too, the endpoint is held to be down.
 */
import { sameJson } from '../../../lib/json.ts';
import type { SubscriptionInput } from '../../subscriptions/subscription.ts';
import type { AttemptOutcome } from '../send/outcome.ts';

export interface EndpointOutage {
  /** The first failure. Times are by the database's clock. */
  readonly since: number;
  /** Tries in a row that failed, on which the pause before the next one depends. */
  readonly tries: number;
  /** The only record whose deliveries failed; null when there are several. */
  readonly record: number | null;
  readonly nextTry: number;
}

export interface EndpointFailure {
  readonly at: number;
  readonly record: number;
  /** Whether the endpoint was known to be down when it left. What was out by then tells nothing new. */
  readonly probe: boolean;
  /** What the endpoint asked for. */
  readonly retryAfterMs: number | null;
  /** When the patience of the delivery is over: it is tried then in any case. */
  readonly latest: number;
}

/** Before the second try, the third, ...: most outages are restarts, over within a minute. */
const FIRST_PAUSES_MS: readonly number[] = [2_000, 5_000, 10_000, 20_000, 30_000, 60_000];
/** After those, in the first hour and later. */
const PAUSE_MS = 60_000;
const LATER_PAUSE_MS = 300_000;
const FIRST_HOUR_MS = 3_600_000;
/** Endpoints that went down together are not all tried in the same moment. */
export const RETRY_JITTER = 0.1;
/** So many deliveries in a row that were refused at their first attempt are no longer the fault of each. */
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

/** An endpoint that went down, or is back, and since when it was down. */
export interface OutageTransition {
  readonly to: 'down' | 'up';
  readonly since: number;
}

/** Once each in the course of an outage, however many tries that takes. */
export function detectOutageTransition(
  before: EndpointOutage | null,
  after: EndpointOutage | null,
): OutageTransition | undefined {
  if (after !== null) return isSure(after) && !isSure(before) ? { to: 'down', since: after.since } : undefined;
  return before !== null && isSure(before) ? { to: 'up', since: before.since } : undefined;
}

/** What fails of one record alone, while nothing else is to be sent, is no fault of the record's for ever. */
function isSure(outage: EndpointOutage | null): boolean {
  return outage !== null && (outage.record === null || outage.tries >= MIN_TRIES_TO_CONFIRM);
}
/** Tries, the last one more than a minute after the first. */
const MIN_TRIES_TO_CONFIRM = 6;

/** The pause after so many failures in a row, the first of them so long ago, give or take a tenth. */
export function retryPauseMs(failures: number, forMs: number, random: () => number): number {
  const pause = FIRST_PAUSES_MS[failures - 1] ?? (forMs < FIRST_HOUR_MS ? PAUSE_MS : LATER_PAUSE_MS);
  return Math.round(pause * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random()));
}

/** An answer that speaks of the one delivery and not of the endpoint: 4xx, but for those that ask to come back later. */
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
 * What a subscriber's change makes of an outage. Another address, or another secret, is another endpoint; another patience is tried
 * at once, so that it takes effect; without patience there is nothing to wait for.
 */
export function outageAfterChange(before: Wishes, after: Wishes): 'stays' | 'tried at once' | 'ended' {
  const isElsewhere = before.targetUrl !== after.targetUrl || !sameJson(before.headers, after.headers);
  if (isElsewhere || after.patience === null) return 'ended';
  return before.patience === after.patience ? 'stays' : 'tried at once';
}

type Wishes = Pick<SubscriptionInput, 'targetUrl' | 'headers' | 'patience'>;
