/** Outcome of one attempt to deliver: an answer with a status, or a failure of the network or of the stored data. */

export const networkErrors = ['dns', 'refused_address', 'connect', 'tls', 'timeout', 'reset'] as const;
export type NetworkError = (typeof networkErrors)[number];

/** The classes under which the delivery log shows attempts that did not succeed. */
export const errorClasses = [...networkErrors, 'damaged', 'status'] as const;
export type ErrorClass = (typeof errorClasses)[number];

/** `message` is a sentence for the integrator who reads the delivery log. */
export interface FailedOutcome {
  readonly kind: 'failed';
  readonly error: Exclude<ErrorClass, 'status'>;
  readonly message: string;
}

export type AttemptOutcome =
  /** Answer whose status line and all headers arrived in time; the fate of its body does not matter. */
  { readonly kind: 'answered'; readonly status: number } | FailedOutcome;

/**
 * Durations in milliseconds. Null is a stage that did not take place: a reused connection has no dns, connect and tls.
 */
export interface AttemptTimings {
  readonly dnsMs: number | null;
  /** Time from the end of the lookup until the TCP connection was established. */
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** Time from the start of the attempt until the first byte of the answer; interim (1xx) answers do not count. */
  readonly firstByteMs: number | null;
  /** Time from the start of the attempt until the answer was read as far as it is read, or until the failure. */
  readonly totalMs: number | null;
}

export interface AttemptReport {
  readonly outcome: AttemptOutcome;
  readonly timings: AttemptTimings;
  /** The first KiB of the answer's body; null where none arrived. */
  readonly answerStart: string | null;
  /** Delay that the answer requested by `Retry-After`, counted from the moment the outcome was known. */
  readonly retryAfterMs: number | null;
  /** Headers that identify the sender of the answer, by their names in lower case; null if none arrived. */
  readonly answerHeaders?: Readonly<Record<string, string>> | null;
  /** Epoch milliseconds; `webhook-timestamp` is its whole seconds. */
  readonly startedOn: number;
  /**
   * Time at which the outcome was known, before the rest of the answer was read: the pause before a retry counts from
   * here. By the steady clock of this process, because the other clock may be set at any time.
   */
  readonly decidedOn: number;
}

/**
 * Returns the report of a delivery that could not be tried: the data stored about it or its subscription is damaged.
 */
export function createUnsendableReport(message: string, on: number): AttemptReport {
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: null };
  const outcome: AttemptOutcome = { kind: 'failed', error: 'damaged', message };
  return { outcome, timings, answerStart: null, retryAfterMs: null, startedOn: on, decidedOn: performance.now() };
}

export function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** True if the endpoint rejects all further deliveries. */
export function isGone(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status === GONE;
}
const GONE = 410;

export function errorClassOf(outcome: AttemptOutcome): ErrorClass | null {
  if (outcome.kind === 'failed') return outcome.error;
  return isSuccess(outcome) ? null : 'status';
}
