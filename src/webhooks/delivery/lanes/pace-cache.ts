/** Remembers the pace of endpoints after their lanes close, so that a reopened lane does not begin as unknown. */
import type { Lease } from '../../queue.ts';
import type { Pace } from './pace.ts';

/** Maximum number of subscriptions whose pace is remembered. */
const MAX_PACES = 50_000;

export class PaceCache {
  readonly #paces = new Map<number, Pace>();

  remember(subscription: number, pace: Pace): void {
    this.#paces.delete(subscription);
    if (pace !== 'untried' && pace !== 'overdue') this.#paces.set(subscription, pace);
    if (this.#paces.size > MAX_PACES) this.#paces.delete(this.#paces.keys().next().value!);
  }

  /** Returns the pace with which a lane begins. */
  of({ subscription, failing }: Lease): Pace {
    return this.#paces.get(subscription) ?? (failing ? 'stuck' : 'untried');
  }
}

/** Priority of a lane by pace: how likely it is to send something soon. */
export const priorityOf: Readonly<Record<Pace, number>> = { quick: 2, slow: 2, untried: 1, overdue: 0, stuck: 0 };
