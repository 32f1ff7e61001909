/**
 * The instants at which one key was admitted during the last window, oldest first, in a ring that grows with the
 * traffic up to the limit. It is exact: what is counted is what happened, not an estimate from fixed intervals.
 *
 * The window is closed at both ends. A request exactly one window after the oldest would share a span of that length
 * with it, so the oldest counts until strictly more than the window has passed.
 */
import type { Admission } from './rate-limit.ts';

export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  #instants: Float64Array;
  #oldest = 0;
  #count = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#instants = new Float64Array(Math.min(limit, 8));
  }

  /** `now` in milliseconds, never before the last one. */
  admit(now: number): Admission {
    this.#forgetBefore(now);
    if (this.#count === this.#limit) return this.#refusal(now);
    this.#remember(now);
    const untilOldestLeaves = this.#instants[this.#oldest]! + this.#windowMs - now;
    return {
      admitted: true,
      limit: this.#limit,
      remaining: this.#limit - this.#count,
      resetSeconds: Math.max(1, Math.ceil(untilOldestLeaves / 1000)),
    };
  }

  #refusal(now: number): Admission {
    const untilOldestLeaves = this.#instants[this.#oldest]! + this.#windowMs - now;
    // Not Math.ceil: when whole seconds remain, the request after them would still meet the closed end.
    const retryAfterSeconds = Math.floor(untilOldestLeaves / 1000) + 1;
    return { admitted: false, limit: this.#limit, remaining: 0, resetSeconds: retryAfterSeconds, retryAfterSeconds };
  }

  #forgetBefore(now: number): void {
    while (this.#count > 0 && now - this.#instants[this.#oldest]! > this.#windowMs) {
      this.#oldest = this.#oldest + 1 === this.#instants.length ? 0 : this.#oldest + 1;
      this.#count--;
    }
  }

  #remember(now: number): void {
    if (this.#count === this.#instants.length) this.#grow();
    this.#instants[(this.#oldest + this.#count) % this.#instants.length] = now;
    this.#count++;
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(this.#limit, this.#instants.length * 2));
    const upToTheEnd = this.#instants.subarray(this.#oldest);
    larger.set(upToTheEnd);
    larger.set(this.#instants.subarray(0, this.#oldest), upToTheEnd.length);
    this.#instants = larger;
    this.#oldest = 0;
  }
}
