/**
 * Subscriptions whose deliveries all wait for a time that is far off: they need no lane, no lease and no place until then. What
 * is noted here only spares the database questions; it is the truth about when something is due, and is asked when a rest is over.
 */
import type { QueueNotification } from '../../queue.ts';

export interface IdlePause {
  readonly inMs: number;
  /** Records of which news changes nothing: their head has its pause. All of them while the endpoint is down. */
  readonly deafTo: 'all' | ReadonlySet<number>;
}

/** Shorter ones are spent in the lane: closing it and opening it again would cost more. */
export const MIN_IDLE_PAUSE_MS = 5_000;
/** More are forgotten, and found again by the next look at all that waits. */
const MAX_IDLE_PAUSES = 50_000;

export class IdlePolicy {
  readonly #rests = new Map<number, Pick<IdlePause, 'deafTo'> & { readonly until: number }>();

  begin(subscription: number, { inMs, deafTo }: IdlePause): void {
    this.#rests.delete(subscription);
    this.#rests.set(subscription, { until: performance.now() + inMs, deafTo });
    if (this.#rests.size > MAX_IDLE_PAUSES) this.#rests.delete(this.#rests.keys().next().value!);
  }

  isResting(subscription: number): boolean {
    const rest = this.#rests.get(subscription);
    if (rest === undefined) return false;
    if (rest.until > performance.now()) return true;
    this.#rests.delete(subscription);
    return false;
  }

  /** Whether the rest goes on in spite of the notice: whatever is told of the subscription itself ends it. */
  outlasts(notice: Exclude<QueueNotification, 'anything'>): boolean {
    const { subscription } = notice;
    if ('record' in notice && this.isResting(subscription)) {
      const { deafTo } = this.#rests.get(subscription)!;
      if (deafTo === 'all' || deafTo.has(notice.record)) return true;
    }
    this.#rests.delete(subscription);
    return false;
  }
}
