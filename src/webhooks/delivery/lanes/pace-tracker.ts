/** Tracks the pace of one lane from attempt to attempt, and passes it on to the lane's slot claim. */
import { type AttemptReport, isSuccess } from '../send/outcome.ts';
import type { SlotClaim } from './delivery-slots.ts';
import { type Pace, paceAfter, paceWhileOutstanding } from './pace.ts';

export class PaceTracker {
  readonly #claim: Pick<SlotClaim, 'setPace'>;
  #pace: Pace;
  /** Time of the last answer, and duration of the last success. */
  #answeredAt = 0;
  #usualMs = 0;

  constructor(pace: Pace, claim: Pick<SlotClaim, 'setPace'>) {
    this.#pace = pace;
    this.#claim = claim;
  }

  get pace(): Pace {
    return this.#pace;
  }

  learn(report: AttemptReport): void {
    if (report.outcome.kind === 'answered') this.#answeredAt = performance.now();
    if (isSuccess(report.outcome)) this.#usualMs = report.timings.totalMs ?? 0;
    this.#set(paceAfter(this.#pace, report));
  }

  /** Updates the pace if the oldest attempt, out since `since`, takes long: this is known before the attempt ends. */
  check(since: number, now: number): void {
    const pace = paceWhileOutstanding({ since, answeredAt: this.#answeredAt, usualMs: this.#usualMs }, now);
    if (pace !== undefined && this.#pace !== 'stuck') this.#set(pace);
  }

  #set(pace: Pace): void {
    this.#pace = pace;
    this.#claim.setPace(pace);
  }
}
