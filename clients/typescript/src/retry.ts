/** Whether a request may be sent once more, and how long to wait before that. */

export interface RetryOptions {
  /** How often a request is sent at most, the first time included. */
  readonly attempts: number;
  /** The longest single wait. When the service asks for a longer one, its refusal is passed on. */
  readonly longestWaitMs: number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1: waits differ, so that clients refused together do not come again together. */
  readonly random: () => number;
}

export const retryDefaults: RetryOptions = { attempts: 4, longestWaitMs: 65_000, sleep, random: Math.random };

/** What is known of a request that did not succeed. */
export interface Failed {
  /** Whether it can be done twice. */
  readonly repeatable: boolean;
  /** The status of the answer; undefined where none came. */
  readonly status: number | undefined;
  readonly retryAfter: string | null;
  /** How often it has been sent. */
  readonly sent: number;
}

/** Done twice, it comes to the same. A delete of one version does not: it would be told that the version is another, its own. */
export function isRepeatable(method: string, headers: { readonly [name: string]: string } = {}): boolean {
  if (headers['Idempotency-Key'] !== undefined) return true;
  return method === 'GET' || (method === 'DELETE' && headers['If-Match'] === undefined);
}

/**
 * The milliseconds to wait, or undefined when it must not be sent again. A request over the rate limit was refused before anything
 * was done, so any may be repeated. After 503, or without an answer, it may have been done: only what can be done twice is repeated.
 */
export function waitBefore(failed: Failed, { attempts, longestWaitMs, random }: RetryOptions): number | undefined {
  if (failed.sent >= attempts) return undefined;
  const { repeatable, status } = failed;
  if (status !== 429 && !(repeatable && (status === 503 || status === undefined))) return undefined;
  const asked = askedFor(failed.retryAfter);
  if (asked === undefined) return Math.min(longestWaitMs, backOff(failed.sent, random()));
  return asked <= longestWaitMs ? asked + Math.floor(random() * 250) : undefined;
}

/** After so many failures: 0.5, 1, 2 seconds and so on up to half a minute, or up to half of it less. */
export function backOff(failures: number, random: number): number {
  return Math.min(30_000, 500 * 2 ** (failures - 1)) * (1 - random / 2);
}

/** `Retry-After` in whole seconds; dates, which this service does not send, are passed over. */
function askedFor(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[0-9]+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      done();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
