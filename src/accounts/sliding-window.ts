/**
 * The instants at which one key was admitted during the last window, oldest first, in a ring that grows with the
 * traffic up to the limit. It is exact: what is counted is what happened, not an estimate from fixed intervals.
 *
 * The window is closed at both ends. A request exactly one window after the oldest would share a span of that length
 * with it, so the oldest counts until strictly more than the window has passed.
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

  /** `now` in milliseconds, never before the last one; `units`, which may be none, no more than the limit. A refusal says when `again` are admitted. */
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

  /** One that was admitted is worth so many: it counts as that, or, admitted after `since`, not at all, or else as one still. */
  recount(now: number, units: number, since = Number.NEGATIVE_INFINITY): RateLimitDecision {
    // Where it may have left the window, what is there may be another's.
    if (now - since > this.#windowMs) return this.admit(now, units - 1, units);
    this.#forgetBefore(now);
    this.#giveBack(since);
    return this.admit(now, units);
  }

  /** The oldest since then, and so none that is younger than the one that is meant. */
  #giveBack(since: number): void {
    const slot = (n: number) => (this.#oldest + n) % this.#instants.length;
    let given = this.#count;
    while (given > 0 && this.#instants[slot(given - 1)]! >= since) given--;
    if (given === this.#count) return;
    for (let n = given; n + 1 < this.#count; n++) this.#instants[slot(n)] = this.#instants[slot(n + 1)]!;
    this.#count--;
  }

  /** So many of the oldest have to leave first. */
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
