/**
 * Sliding window of the times at which one key was admitted, oldest first, in a ring buffer that grows up to the limit.
 * The count is exact, not an estimate from fixed intervals.
 *
 * The window is closed at both ends. A request exactly one window after the oldest would share a span of that length
 * with it. The oldest therefore counts until strictly more than the window has passed.
 */
import type { RateLimitDecision } from './rate-limit.ts';

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

  /**
   * Admits and counts `units` (0 up to the limit), or refuses. `now` is in milliseconds and never decreases. A refusal
   * states when `again` units would be admitted.
   */
  admit(now: number, units = 1, again = units): RateLimitDecision {
    this.#forgetBefore(now);
    if (this.#count + units > this.#limit) return this.#refusal(now, this.#count + again - this.#limit);
    for (let n = 0; n < units; n++) this.#remember(now);
    const oldest = this.#count === 0 ? now : this.#instants[this.#oldest]!;
    const untilOldestLeaves = oldest + this.#windowMs - now;
    return {
      admitted: true,
      limit: this.#limit,
      remaining: this.#limit - this.#count,
      resetSeconds: Math.max(1, Math.ceil(untilOldestLeaves / 1000)),
    };
  }

  /**
   * Changes the cost of an admitted request to `units`. If refused, the request no longer counts when it was admitted
   * after `since`; otherwise it still counts as one.
   */
  recount(now: number, units: number, since = Number.NEGATIVE_INFINITY): RateLimitDecision {
    // The request may have left the window: an entry there may belong to another request.
    if (now - since > this.#windowMs) return this.admit(now, units - 1, units);
    this.#forgetBefore(now);
    this.#giveBack(since);
    return this.admit(now, units);
  }

  /** Removes the oldest entry since `since`: it is never younger than the request in question. */
  #giveBack(since: number): void {
    const slot = (n: number) => (this.#oldest + n) % this.#instants.length;
    let given = this.#count;
    while (given > 0 && this.#instants[slot(given - 1)]! >= since) given--;
    if (given === this.#count) return;
    for (let n = given; n + 1 < this.#count; n++) this.#instants[slot(n)] = this.#instants[slot(n + 1)]!;
    this.#count--;
  }

  /** Refuses the request; `excess` entries must leave the window first. */
  #refusal(now: number, excess: number): RateLimitDecision {
    const last = this.#instants[(this.#oldest + excess - 1) % this.#instants.length]!;
    // Not Math.ceil: when whole seconds remain, the request after them would still meet the closed end.
    const retryAfterSeconds = Math.floor((last + this.#windowMs - now) / 1000) + 1;
    const remaining = this.#limit - this.#count;
    return { admitted: false, limit: this.#limit, remaining, resetSeconds: retryAfterSeconds, retryAfterSeconds };
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
