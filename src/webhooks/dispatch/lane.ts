/**
 * One subscription's deliveries on their way. The lane reads the heads (of each record the lowest delivery that waits),
 * sends those that are due side by side, and settles what comes back; the next of a record leaves when the one before it
 * is settled. The database is the truth: what the lane remembers only says where to look next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, Head, Heads, Lease, Target, Written } from '../queue.ts';
import type { Made } from '../sending/attempt.ts';
import { type AttemptReport, isSuccess } from '../sending/outcome.ts';
import { outgoing } from '../sending/outgoing.ts';
import type { Sender } from '../sending/send.ts';
import type { Settler } from '../settling/settler.ts';
import { repeatedDelivery } from '../settling/suppression.ts';
import { Agenda, type Places } from './agenda.ts';
import { type Pace, paceAfter, paceMeanwhile } from './pace.ts';
import { Retries } from './retries.ts';
import type { Claim, Slots } from './slots.ts';
import type { Starts } from './starts.ts';

export interface LaneParts {
  readonly queue: DeliveryQueue;
  readonly slots: Slots;
  readonly sender: Sender;
  readonly starts: Starts;
  readonly settler: Settler;
  readonly longestPauseMs: number;
  /** Told of every attempt, once it is settled. */
  readonly onAttempt: (attempt: AttemptMade) => void;
  readonly onFailure: (failure: unknown) => void;
  /** There is nothing to do at the moment. */
  readonly onIdle: (lane: Lane) => void;
  /** The lease was lost, or there is nothing left to send: whoever opened the lane forgets it. */
  readonly onEnd: (lane: Lane) => void;
}

export interface AttemptMade {
  readonly target: Target;
  readonly head: Head;
  readonly report: AttemptReport;
  /** Undefined when somebody else had taken the lane over. */
  readonly written: Written | undefined;
}

type Alive = Extract<Heads, { target: Target }>;

/** How many heads are read at once, each with the text of its record. */
const READ_AT_ONCE = 32;
const DROPPED_AT_ONCE = 500;
const PAUSE_MS = 200;
/** After which an attempt that was put off is made, if its turn has come. */
const PUT_OFF_MS = 500;

export class Lane {
  readonly subscription: number;
  readonly #parts: LaneParts;
  readonly #claim: Claim;
  /** Records with an attempt out or being settled, and since when; the oldest first. */
  readonly #out = new Map<number, number>();
  readonly #agenda = new Agenda(this.#out);
  readonly #retries = new Retries((records) => {
    for (const record of records) this.#agenda.add(record, true);
    this.#schedule();
  });
  /** Records of which more was seen to wait when the last one was settled. */
  readonly #behind = new Set<number>();
  readonly #settled = Promise.withResolvers<void>();
  /** A worker that was asleep for too long must not send what another may be sending, not even what it had begun to dial. */
  readonly #mayLeave = () => performance.now() <= this.#lease.expires;
  #lease: Lease;
  #pace: Pace;
  /** When an answer last came, and how long the last success took. */
  #answeredAt = 0;
  #usualMs = 0;
  /** Whether what waited when the subscription was switched off has been dropped. */
  #dropped = false;
  #filling = false;
  #scheduled = false;
  #ended = false;

  /** `pace` as it was when the lane was last closed. */
  constructor(lease: Lease, pace: Pace, parts: LaneParts) {
    this.subscription = lease.subscription;
    this.#lease = lease;
    this.#parts = parts;
    this.#pace = pace;
    this.#claim = parts.slots.join(lease.account, pace, () => this.#schedule(setImmediate));
    this.#schedule();
  }

  get lease(): Lease {
    return this.#lease;
  }

  get pace(): Pace {
    return this.#pace;
  }

  get idle(): boolean {
    return !this.busy && this.#retries.isEmpty && !this.#filling && !this.#scheduled && this.#agenda.isEmpty;
  }

  /** Whether attempts are out, or what came of them is being written. */
  get busy(): boolean {
    return this.#out.size > 0;
  }

  renewed(lease: Lease): void {
    this.#lease = lease;
  }

  /** Something of the record was committed. */
  wake(record: number): void {
    this.#agenda.hear(record);
    this.#schedule();
  }

  /** Looks through everything that waits. */
  sweep(): void {
    this.#agenda.everything();
    this.#schedule();
  }

  /** An attempt that is out for long tells something before its end is known. */
  checkPace(now: number): void {
    const [since = now] = this.#out.values();
    const pace = paceMeanwhile({ since, answeredAt: this.#answeredAt, usualMs: this.#usualMs }, now);
    if (pace !== undefined && this.#pace !== 'stuck') this.#setPace(pace);
  }

  /** Sends nothing more; resolves when everything that is out has been settled. */
  stop(): Promise<void> {
    this.#ended = true;
    this.#retries.clear();
    this.#claim.leave();
    if (!this.busy) this.#settled.resolve();
    return this.#settled.promise;
  }

  /** The lease is gone, or the subscription is: what is out comes back to nobody. */
  end(): void {
    if (!this.#ended) this.#parts.onEnd(this);
  }

  /** Once for all that happens in this turn. */
  #schedule(soon: (work: () => void) => unknown = queueMicrotask): void {
    if (this.#scheduled || this.#ended) return;
    this.#scheduled = true;
    soon(() => {
      this.#scheduled = false;
      void this.#fill();
    });
  }

  async #fill(): Promise<void> {
    if (this.#filling || this.#ended) return;
    this.#filling = true;
    while (!this.#ended && !this.#agenda.isEmpty) {
      const behind = this.#parts.settler.caughtUp();
      if (behind !== undefined) {
        await behind;
        continue;
      }
      const slots = this.#claim.take(this.#agenda.wanted(READ_AT_ONCE));
      // When one becomes free, the lane is called again.
      if (slots === 0) break;
      await this.#readAndSend(slots);
    }
    this.#filling = false;
    if (this.#agenda.isEmpty) this.#claim.take(0);
    if (!this.#ended && this.idle) this.#parts.onIdle(this);
  }

  async #readAndSend(slots: number): Promise<void> {
    const places = this.#agenda.take(slots);
    let sent = 0;
    try {
      const { queue, longestPauseMs } = this.#parts;
      const heads = await queue.heads(this.#lease, { ...places, except: this.#out, most: slots, longestPauseMs });
      if ('target' in heads) sent = await this.#sendDue(heads, places);
      else this.end();
    } catch (failure) {
      this.#parts.onFailure(failure);
      this.#agenda.putBack(places);
      this.#claim.give(slots);
      await sleep(PAUSE_MS);
      return;
    }
    if (slots > sent) this.#claim.give(slots - sent);
  }

  /** How many were sent. */
  async #sendDue(heads: Alive, { rested }: Places): Promise<number> {
    this.#agenda.putBack({ records: heads.left, rested, after: heads.after });
    for (const { record, inMs } of heads.later) this.#retries.add(record, inMs);
    const due = heads.standing === 'active' ? heads.due : heads.due.filter(({ cause }) => cause === 'test');
    if (heads.standing === 'active') this.#dropped = false;
    else if (!this.#dropped || due.length < heads.due.length) await this.#drop();
    if (!this.#mayLeave()) this.end();
    if (this.#ended) return 0;
    let sent = 0;
    for (const head of due) {
      this.#out.set(head.record, performance.now());
      this.#retries.forget(head.record);
      this.#agenda.sent(head.record);
      const repeats = repeatedDelivery(head);
      if (repeats === undefined) sent++;
      const coming = repeats === undefined ? this.#send(heads.target, head) : this.#suppress(head, repeats);
      void coming.catch(this.#parts.onFailure).then((written) => {
        if (written === 'put off') this.#putOff(head.record);
        else this.#written(head.record, written || undefined);
      });
    }
    return sent;
  }

  async #send(target: Target, head: Head): Promise<Written | 'put off' | undefined> {
    const { delivery, record, attempt, cause } = head;
    const report = await this.#attempt(target, head);
    if (report === undefined || report === 'put off') return report;
    const finished = { lease: this.#lease, delivery, record, attempt, cause, report };
    const urgency = this.#agenda.has(record) || this.#behind.has(record) ? 'at once' : 'soon';
    const written = await this.#parts.settler.settle(finished, urgency);
    this.#parts.onAttempt({ target, head, report, written });
    return written;
  }

  /** Undefined where the lane ended before it began. */
  async #attempt(target: Target, head: Head): Promise<Made | undefined> {
    try {
      const turn = this.#parts.starts.next(this.#lease.account);
      if (turn !== undefined) await turn;
      if (this.#ended) return undefined;
      const made = await this.#parts.sender.send(outgoing(target, head, this.#mayLeave));
      if (made !== 'put off') this.#learn(made);
      return made;
    } finally {
      this.#claim.give(1);
      // Slots become free one by one; what is freed in one turn of the event loop is used together, before it is settled.
      if (!this.#agenda.isEmpty) this.#schedule(setImmediate);
    }
  }

  #suppress({ delivery, record }: Head, repeats: number): Promise<Written | undefined> {
    return this.#parts.settler.settle({ lease: this.#lease, delivery, record, repeats }, 'soon');
  }

  /** `written` is undefined when it was not ours to settle any more, or could not be. */
  #written(record: number, written: Written | undefined): void {
    this.#out.delete(record);
    if (written === undefined) this.end();
    else if (written.settled.retry !== null && !this.#ended) this.#retries.add(record, written.settled.retry.inMs);
    if (written?.settled.retry === null && written.more) {
      this.#agenda.add(record);
      this.#behind.add(record);
    } else this.#behind.delete(record);
    if (written?.settled.standing.active === false) this.#agenda.everything();
    if (this.#ended) void this.stop();
    else this.#schedule();
  }

  /** No attempt was made; the delivery is as it was. */
  #putOff(record: number): void {
    this.#out.delete(record);
    if (!this.#mayLeave()) this.end();
    if (this.#ended) void this.stop();
    else this.#retries.add(record, PUT_OFF_MS);
  }

  /** Everything that waits for a subscription that is switched off, some at a time. */
  async #drop(): Promise<void> {
    while (!this.#ended && (await this.#parts.queue.drop(this.#lease, DROPPED_AT_ONCE)) === DROPPED_AT_ONCE);
    this.#dropped = true;
    this.#retries.clear();
    // Tests stay.
    this.#agenda.everything();
  }

  #learn(report: AttemptReport): void {
    if (report.outcome.kind === 'answered') this.#answeredAt = performance.now();
    if (isSuccess(report.outcome)) this.#usualMs = report.timings.totalMs ?? 0;
    this.#setPace(paceAfter(this.#pace, report));
  }

  #setPace(pace: Pace): void {
    this.#pace = pace;
    this.#claim.setPace(pace);
  }
}
