/**
 * Subscriptions whose deliveries are all due far in the future. They need no lane, no lease and no slot for a lane
 * until then. These entries only save database queries. The database is the truth about due times, and is queried when
 * a pause is over.
 */
import type { QueueNotification } from '../../queue.ts';

export interface IdlePause {
  readonly inMs: number;
  /**
   * Records whose notices change nothing, because their head has a pause of its own; 'all' while the endpoint is down.
   */
  readonly deafTo: 'all' | ReadonlySet<number>;
}

/**
 * Minimum pause for which a lane is closed. During shorter pauses it stays open: closing and reopening it would cost
 * more.
 */
export const MIN_IDLE_PAUSE_MS = 5_000;
/** Maximum number of pauses. Older ones are dropped, and the next poll finds their subscriptions again. */
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

  /** True if the pause continues in spite of the notice. A notice about the subscription itself ends it. */
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
