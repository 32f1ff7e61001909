/** Keeps lanes open for a limited time while they have nothing to do, for the moment or for long. */

import type { IdlePolicy } from './idle-policy.ts';
import type { Lane } from './lane.ts';

export interface IdleLanesOptions {
  /** Time for which an idle lane keeps its lease, if acquiring one costs a query. */
  readonly lingerMs: number;
  readonly rests: IdlePolicy;
  readonly close: (lane: Lane) => void;
}

/** Maximum number of idle lanes that keep their lease. */
const MAX_IDLE_LANES = 256;

export class IdleLanes {
  readonly #options: IdleLanesOptions;
  /** Idle lanes and lanes that rest for long, each with the time since when. */
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

  /** Adds a lane that rests for long. A lane whose endpoint is down ignores all notices, and is not kept open. */
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

  /** Removes a lane that has something to send after all; returns true if it was idle. */
  leaveIdle(lane: Lane): boolean {
    return this.#idle.delete(lane);
  }

  /** Removes a lane that received a notice or is closed. */
  wake(lane: Lane): void {
    this.#idle.delete(lane);
    this.#resting.delete(lane);
  }

  /** Closes lanes that were idle or at rest for longer than `lingerMs`. */
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
