/**
 * How often one API key may ask. Every answered request of a valid key counts, refusals for the rate aside: no span of
 * the window's length, its ends included, ever admits more than the limit. A one-process service keeps the count in
 * memory; instances that share a database keep it there, behind the same port.
 */
import type { Clock } from '../lib/time.ts';
import { SlidingWindow } from './sliding-window.ts';

export interface RateLimit {
  /** Admits and counts a request of the key, or refuses it uncounted. Answers at once where no database is asked. */
  admit(key: string): RateLimitDecision | Promise<RateLimitDecision>;
  /**
   * One that was admitted turns out to be worth so many, which are no more than the limit: it is counted as that, or refused. Where it was
   * admitted after `since`, by the clock of the limit, the refused one is not counted at all; without it, it stays counted as one.
   */
  recount(key: string, units: number, since?: number): RateLimitDecision | Promise<RateLimitDecision>;
  /** Where the key stands; nothing is counted. What other instances have admitted since may be missing for up to a second. */
  standing(key: string): RateLimitStatus | Promise<RateLimitStatus>;
}

export type RateLimitDecision = RateLimitAdmission | RateLimitRefusal;

export interface RateLimitStatus {
  /** Requests a window admits; 0 where the limit is switched off, and then nobody is ever refused. */
  readonly limit: number;
  /** How many more would be admitted at this instant. */
  readonly remaining: number;
  /** Whole seconds, rounded up, until one more would be: when the oldest counted request leaves the window. */
  readonly resetSeconds: number;
}

export interface RateLimitAdmission extends RateLimitStatus {
  readonly admitted: true;
}

export interface RateLimitRefusal extends RateLimitStatus {
  readonly admitted: false;
  /** The fewest whole seconds after which a request is admitted: one second earlier it is not. */
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

/** `clock` must not run backwards: by one that follows the machine's date, setting the date would refuse everybody. */
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
