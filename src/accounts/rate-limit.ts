/**
 * Rate limit per API key. Every answered request of a valid key counts, except rate limit refusals. No span of the
 * window's length, including both ends, admits more than the limit. A single process counts in memory; instances that
 * share a database count there, behind the same interface.
 */
import type { Clock } from '../lib/time.ts';
import { SlidingWindow } from './sliding-window.ts';

export interface RateLimit {
  /** Admits and counts a request, or refuses it without counting. Returns synchronously if no database is involved. */
  admit(key: string): RateLimitDecision | Promise<RateLimitDecision>;
  /**
   * Changes the cost of an admitted request to `units`, at most the limit, or refuses it. If the request was admitted
   * after `since` (by the limit's clock) and is now refused, it does not count at all. Without `since`, it stays
   * counted as one.
   */
  recount(key: string, units: number, since?: number): RateLimitDecision | Promise<RateLimitDecision>;
  /**
   * Returns the current quota of the key without counting. Requests that other instances admitted may be missing for up
   * to a second.
   */
  standing(key: string): RateLimitStatus | Promise<RateLimitStatus>;
}

export type RateLimitDecision = RateLimitAdmission | RateLimitRefusal;

export interface RateLimitStatus {
  /** Requests per window; 0 if the limit is off, and then no request is refused. */
  readonly limit: number;
  /** Requests that would be admitted now. */
  readonly remaining: number;
  /** Seconds, rounded up, until the oldest counted request leaves the window and frees one request. */
  readonly resetSeconds: number;
}

export interface RateLimitAdmission extends RateLimitStatus {
  readonly admitted: true;
}

export interface RateLimitRefusal extends RateLimitStatus {
  readonly admitted: false;
  /** Minimum whole seconds after which a request is admitted; one second earlier it is not. */
  readonly retryAfterSeconds: number;
}

export interface RatePolicy {
  /** 0 switches the limit off. */
  readonly limit: number;
  readonly windowMs: number;
}

export interface MemoryRateLimit extends RateLimit {
  admit(key: string): RateLimitDecision;
  recount(key: string, units: number, since?: number): RateLimitDecision;
  standing(key: string): RateLimitStatus;
}

/**
 * Creates the in-memory limit. `clock` must be monotonic: if it followed the system date, a change of the date could
 * refuse every request.
 */
export function memoryRateLimit({ limit, windowMs, clock }: RatePolicy & { clock: Clock }): MemoryRateLimit {
  if (limit === 0) return { admit: () => unlimited, recount: () => unlimited, standing: () => unlimited };
  // Two generations instead of a sweep: whoever did not ask during a whole generation, which is longer than the window,
  // has nothing left to count and is dropped with it. So memory follows the keys that are in use.
  let current = new Map<string, SlidingWindow>();
  let before = new Map<string, SlidingWindow>();
  let since = clock.now();

  return {
    admit: (key) => windowOf(key).admit(clock.now()),
    recount: (key, units, since) => windowOf(key).recount(clock.now(), units, since),
    standing: (key) => windowOf(key).admit(clock.now(), 0),
  };

  function windowOf(key: string): SlidingWindow {
    const now = clock.now();
    if (now - since > windowMs) {
      before = current;
      current = new Map();
      since = now;
    }
    let window = current.get(key);
    if (window === undefined) {
      window = before.get(key) ?? new SlidingWindow(limit, windowMs);
      current.set(key, window);
    }
    return window;
  }
}

const unlimited: RateLimitAdmission = { admitted: true, limit: 0, remaining: 0, resetSeconds: 0 };
