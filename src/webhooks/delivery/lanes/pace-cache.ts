/** How endpoints answered, beyond the life of their lanes: what is opened again does not begin as unknown. */
import type { Lease } from '../../queue.ts';
import type { Pace } from './pace.ts';

/** Subscriptions whose pace is remembered. */
const MAX_PACES = 50_000;

export class PaceCache {
  readonly #paces = new Map<number, Pace>();

  remember(subscription: number, pace: Pace): void {
    this.#paces.delete(subscription);
    if (pace !== 'untried' && pace !== 'overdue') this.#paces.set(subscription, pace);
    if (this.#paces.size > MAX_PACES) this.#paces.delete(this.#paces.keys().next().value!);
  }

  /** With which a lane begins. */
  of({ subscription, failing }: Lease): Pace {
    return this.#paces.get(subscription) ?? (failing ? 'stuck' : 'untried');
  }
}

/** How likely a lane is to send something soon. */
export const priorityOf: Readonly<Record<Pace, number>> = { quick: 2, slow: 2, untried: 1, overdue: 0, stuck: 0 };
