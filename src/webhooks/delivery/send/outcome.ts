/** What one attempt to deliver came to: an answer with a status, or the way in which the network, or what is kept here, failed it. */

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
  /** The status line and all headers arrived in time; what became of the answer's body does not matter. */
  { readonly kind: 'answered'; readonly status: number } | FailedOutcome;

/** In milliseconds. Null is a stage that did not take place: a connection used again has no dns, connect and tls. */
export interface AttemptTimings {
  readonly dnsMs: number | null;
  /** From the end of the lookup until the TCP connection stood. */
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the start of the attempt until the first byte of the answer; interim (1xx) answers are none. */
  readonly firstByteMs: number | null;
  /** From the start of the attempt until the answer was read as far as it is read, or the failure. */
  readonly totalMs: number | null;
}

export interface AttemptReport {
  readonly outcome: AttemptOutcome;
  readonly timings: AttemptTimings;
  /** The first KiB of the answer's body; null where none arrived. */
  readonly answerStart: string | null;
  /** What the answer asked for by `Retry-After`, from the moment in which the outcome was known. */
  readonly retryAfterMs: number | null;
  /** Those of the answer's headers that tell who answered, by their names in lower case; null where none arrived. */
  readonly answerHeaders?: Readonly<Record<string, string>> | null;
  /** Epoch milliseconds; `webhook-timestamp` is its whole seconds. */
  readonly startedOn: number;
  /**
   * When the outcome was known, before the rest of the answer was read: the pause before a retry counts from here. By the
   * steady clock of this process, because the other one may be set meanwhile.
   */
  readonly decidedOn: number;
}

/** The report of a delivery that could not even be tried: what is stored about it, or about its subscription, is damaged. */
export function createUnsendableReport(message: string, on: number): AttemptReport {
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: null };
  const outcome: AttemptOutcome = { kind: 'failed', error: 'damaged', message };
  return { outcome, timings, answerStart: null, retryAfterMs: null, startedOn: on, decidedOn: performance.now() };
}

export function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** Asks for no more deliveries. */
export function isGone(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status === GONE;
}
const GONE = 410;

export function errorClassOf(outcome: AttemptOutcome): ErrorClass | null {
  if (outcome.kind === 'failed') return outcome.error;
  return isSuccess(outcome) ? null : 'status';
}
