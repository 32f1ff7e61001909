/**
 * Sends one delivery of a lane and has its result written. A failed delivery of a patient subscription raises a doubt:
 * its endpoint may be down. Nothing more leaves until the failure is written and the heads are read again.
 */

import { type FairSemaphore, isRefusal } from '../../../fairness/budget.ts';
import type { DeliveryTarget, Head, Lease, SettleResult } from '../../queue.ts';
import type { AttemptResult } from '../send/delivery-attempt.ts';
import type { HttpSender } from '../send/http-sender.ts';
import { type AttemptReport, isSuccess } from '../send/outcome.ts';
import { createOutgoingRequest } from '../send/outgoing-request.ts';
import type { SettledAttempt } from '../settle/attempt-log.ts';
import type { Settler } from '../settle/settler.ts';
import type { DeliveryScheduler } from './delivery-scheduler.ts';

export interface DeliverySenderParts {
  readonly sender: HttpSender;
  readonly starts: DeliveryScheduler;
  /**
   * Limits the characters of large bodies that are out: a request that hangs keeps its body in memory, several times
   * over.
   */
  readonly bodies: FairSemaphore;
  readonly settler: Settler;
  /** Called for every attempt, once it is settled. */
  readonly onAttempt: (attempt: SettledAttempt) => void;
}

export interface DeliverySenderOptions extends DeliverySenderParts {
  /** Returns the current lease; it may have been renewed since. */
  readonly lease: () => Lease;
  readonly isEnded: () => boolean;
  readonly learn: (report: AttemptReport) => void;
  /** True if other deliveries wait for this one to be written. */
  readonly hurries: (record: number) => boolean;
}

/**
 * Body size up to which a request does not count against `bodies`: every request that is out needs this much anyway.
 */
const SMALL_BODY_CHARACTERS = 16 * 1024;

/** Result of sending; undefined if the lane ended before, or if this worker no longer had the lease. */
export type SendResult = SettleResult | 'put off' | undefined;

export class DeliverySender {
  readonly #options: DeliverySenderOptions;
  /** Number of failures that are being written. */
  #doubts = 0;
  #doubtful = false;
  /**
   * True while the lease is valid. A worker that slept too long must not send what another may be sending, not even a
   * request it had begun to dial.
   */
  readonly mayLeave = () => performance.now() <= this.#options.lease().expires;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /** True while a write is under way that may change which deliveries are due. */
  get isUnsure(): boolean {
    return this.#doubts > 0;
  }

  /** True if a delivery has failed since the heads were read. */
  get isDoubtful(): boolean {
    return this.#doubtful;
  }

  headsAreRead(): void {
    this.#doubtful = false;
  }

  /** Sends a delivery and settles it. `onBack` is called when the attempt is over and its slot is free. */
  async send(target: DeliveryTarget, head: Head, onBack: () => void): Promise<SendResult> {
    const { lease, hurries, settler, onAttempt } = this.#options;
    const { delivery, record, attempt, cause, createdOn, waitingSince, probe } = head;
    const report = await this.#attempt(target, head).finally(onBack);
    if (report === undefined || report === 'put off') return report;
    const { url } = target;
    const finished = { lease: lease(), delivery, record, attempt, cause, createdOn, waitingSince, probe, url, report };
    const doubts = target.patienceMs !== null && cause !== 'test' && !isSuccess(report.outcome);
    if (doubts) this.#doubts++;
    this.#doubtful ||= doubts;
    const written = await settler.settle(finished, doubts || hurries(record) ? 'at once' : 'soon');
    if (doubts) this.#doubts--;
    onAttempt({ target, head, report, written });
    return written;
  }

  /** Settles a delivery as suppressed, without sending it: it repeats the delivery `repeats`. */
  suppress({ delivery, record }: Head, repeats: number): Promise<SendResult> {
    return this.#options.settler.settle({ lease: this.#options.lease(), delivery, record, repeats }, 'soon');
  }

  async #attempt(target: DeliveryTarget, head: Head): Promise<AttemptResult | undefined> {
    const { starts, bodies, sender, lease, isEnded, learn } = this.#options;
    const size = head.text?.length ?? 0;
    const room = size > SMALL_BODY_CHARACTERS ? await bodies.turn(lease().account, size) : undefined;
    try {
      // The subscription may have changed by then; the delivery gets another turn.
      if (room !== undefined && isRefusal(room)) return isEnded() ? undefined : 'put off';
      const turn = starts.next(lease().account);
      if (turn !== undefined) await turn;
      if (isEnded()) return undefined;
      if (this.#doubtful && head.cause !== 'test') return 'put off';
      const made = await sender.send(createOutgoingRequest(target, head, this.mayLeave));
      if (made !== 'put off') learn(made);
      return made;
    } finally {
      if (room !== undefined && !isRefusal(room)) room.give();
    }
  }
}
