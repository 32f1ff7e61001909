/** Lanes that have nothing to do for the moment, or for a long time: how long they are kept open. */

import type { IdlePolicy } from './idle-policy.ts';
import type { Lane } from './lane.ts';

export interface IdleLanesOptions {
  /** How long a lane with nothing to do keeps its lease, where getting one costs a question. */
  readonly lingerMs: number;
  readonly rests: IdlePolicy;
  readonly close: (lane: Lane) => void;
}

/** Lanes with nothing to do that keep their lease. */
const MAX_IDLE_LANES = 256;

export class IdleLanes {
  readonly #options: IdleLanesOptions;
  /** Those that have nothing to do, those that have nothing to do for long, and since when. */
  readonly #idle = new Map<Lane, number>();
  readonly #resting = new Map<Lane, number>();

  constructor(options: IdleLanesOptions) {
    this.#options = options;
  }

  addIdle(lane: Lane): void {
    this.#idle.set(lane, performance.now());
    if (this.#options.lingerMs === 0) this.#options.close(lane);
    else if (this.#idle.size > MAX_IDLE_LANES) this.#options.close(this.#idle.keys().next().value!);
  }

  /** One whose endpoint is down hears of nothing, and need not be kept. */
  addResting(lane: Lane): void {
    if (!this.#resting.has(lane)) this.#resting.set(lane, performance.now());
    if (this.#options.lingerMs === 0 || lane.rest?.deafTo === 'all') this.#closeForRest(lane);
  }

  isIdle(lane: Lane): boolean {
    return this.#idle.has(lane);
  }

  findIdle(mayGo: (lane: Lane) => boolean): Lane | undefined {
    return this.#idle.keys().find(mayGo);
  }

  /** Something waits for it after all; whether it was idle. */
  leaveIdle(lane: Lane): boolean {
    return this.#idle.delete(lane);
  }

  /** It has heard of something, or is closed. */
  wake(lane: Lane): void {
    this.#idle.delete(lane);
    this.#resting.delete(lane);
  }

  /** Those that were quiet for long enough. */
  closeOld(): void {
    const since = performance.now() - this.#options.lingerMs;
    for (const [lane, at] of this.#idle) if (at < since && lane.idle) this.#options.close(lane);
    for (const [lane, at] of this.#resting) if (at < since) this.#closeForRest(lane);
  }

  #closeForRest(lane: Lane): void {
    const { rest } = lane;
    this.#resting.delete(lane);
    if (rest === undefined) return;
    this.#options.rests.begin(lane.subscription, rest);
    this.#options.close(lane);
  }
}
