/**
 * One subscription's deliveries on their way. The lane reads the heads (of each record the lowest delivery that waits),
 * sends those that are due side by side, and settles what comes back; the next of a record leaves when the one before it
 * is settled. The database is the truth: what the lane remembers only says where to look next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryBody } from './delivery-body.ts';
import { type AttemptReport, isSuccess } from './outcome.ts';
import { type Pace, paceAfter, SLOW_MS } from './pace.ts';
import type { DeliveryQueue, Head, Heads, Lease, Target, Written } from './queue.ts';
import type { Sender } from './send.ts';
import type { Settler } from './settler.ts';
import type { Claim, Slots } from './slots.ts';
import { repeatedDelivery } from './suppression.ts';

export interface LaneParts {
  readonly queue: DeliveryQueue;
  readonly slots: Slots;
  readonly sender: Sender;
  readonly settler: Settler;
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
const READ_AT_ONCE = 64;
const DROPPED_AT_ONCE = 500;
const PAUSE_MS = 200;
const MOST_NEWS = 1_000;
/** Before the first record. */
const START = 0;

export class Lane {
  readonly subscription: number;
  readonly #parts: LaneParts;
  readonly #claim: Claim;
  /** Records that may have something to send. */
  readonly #news = new Set<number>();
  /** Behind which record to go on looking through all of them; undefined when there is no need to. */
  #after: number | undefined = START;
  /** Records with an attempt out or being settled, and since when. */
  readonly #out = new Map<number, number>();
  /** Records whose head waits for its time, and when that is. */
  readonly #retries = new Map<number, number>();
  #retryTimer: { readonly timer: NodeJS.Timeout; readonly at: number } | undefined;
  #lease: Lease;
  #pace: Pace = 'quick';
  /** Whether what waited when the subscription was switched off has been dropped. */
  #dropped = false;
  #filling = false;
  #scheduled = false;
  #ended = false;
  #stopping = false;
  readonly #settled = Promise.withResolvers<void>();

  /** `pace` as it was when the lane was last closed. */
  constructor(lease: Lease, pace: Pace, parts: LaneParts) {
    this.subscription = lease.subscription;
    this.#lease = lease;
    this.#parts = parts;
    this.#claim = parts.slots.join(() => void this.#fill());
    this.#setPace(pace);
    this.#schedule();
  }

  get lease(): Lease {
    return this.#lease;
  }

  get pace(): Pace {
    return this.#pace;
  }

  get idle(): boolean {
    return this.#out.size === 0 && this.#retries.size === 0 && !this.#filling && !this.#scheduled && !this.#hasNews();
  }

  renewed(lease: Lease): void {
    this.#lease = lease;
  }

  /** Something of the record was committed. */
  wake(record: number): void {
    this.#news.add(record);
    if (this.#news.size > MOST_NEWS) this.#forgetNews();
    this.#schedule();
  }

  /** With so much to do, looking through everything is no more work. */
  #forgetNews(): void {
    for (const record of this.#news) if (!this.#out.has(record)) this.#news.delete(record);
    this.#after = START;
  }

  /** Looks through everything that waits. */
  sweep(): void {
    this.#after = START;
    this.#schedule();
  }

  /** An attempt that is out for long makes the lane slow before its end is known. */
  checkPace(now: number): void {
    if (this.#pace !== 'quick') return;
    // The one that has been out longest comes first.
    const [since = now] = this.#out.values();
    if (now - since > SLOW_MS) this.#setPace('slow');
  }

  /** Whether attempts are out, or what came of them is being written. */
  get busy(): boolean {
    return this.#out.size > 0;
  }

  /** Sends nothing more; resolves when everything that is out has been settled. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#end();
    await this.#settled.promise;
  }

  /** The lease is gone: what is out comes back to nobody. */
  lose(): void {
    this.#end();
  }

  #hasNews(): boolean {
    if (this.#after !== undefined) return true;
    for (const record of this.#news) if (!this.#out.has(record)) return true;
    return false;
  }

  /** Once for all that happens in this turn. */
  #schedule(): void {
    if (this.#scheduled || this.#ended) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      void this.#fill();
    });
  }

  async #fill(): Promise<void> {
    if (this.#filling || this.#ended) return;
    this.#filling = true;
    try {
      while (!this.#ended && this.#hasNews()) {
        const slots = this.#claim.take(this.#wanted());
        // When one becomes free, the lane is called again.
        if (slots === 0) break;
        await this.#readAndSend(slots);
      }
    } finally {
      this.#filling = false;
    }
    if (!this.#ended && this.idle) this.#parts.onIdle(this);
  }

  #wanted(): number {
    if (this.#after !== undefined) return READ_AT_ONCE;
    let wanted = 0;
    for (const record of this.#news) if (!this.#out.has(record)) wanted++;
    return Math.min(wanted, READ_AT_ONCE);
  }

  async #readAndSend(slots: number): Promise<void> {
    const records = [...this.#news].filter((record) => !this.#out.has(record)).slice(0, slots);
    const after = this.#after;
    // Before they are read: what is committed meanwhile is news again.
    for (const record of records) this.#news.delete(record);
    this.#after = undefined;
    let sent = 0;
    try {
      const except = new Set(this.#out.keys());
      const heads = await this.#parts.queue.heads(this.#lease, { records, after, except, most: slots });
      if ('target' in heads) sent = await this.#sendDue(heads);
      else this.#end();
    } catch (failure) {
      this.#parts.onFailure(failure);
      for (const record of records) this.#news.add(record);
      this.#after ??= after;
      this.#claim.give(slots);
      await sleep(PAUSE_MS);
      return;
    }
    if (slots > sent) this.#claim.give(slots - sent);
  }

  /** How many were sent. */
  async #sendDue(heads: Alive): Promise<number> {
    for (const record of heads.left) this.#news.add(record);
    for (const { record, inMs } of heads.later) this.#retryIn(record, inMs);
    // Somebody may have asked for all to be looked through while this was read.
    this.#after ??= heads.after;
    const due = heads.standing === 'active' ? heads.due : heads.due.filter(({ cause }) => cause === 'test');
    if (heads.standing === 'active') this.#dropped = false;
    else if (!this.#dropped || due.length < heads.due.length) await this.#drop();
    // A worker that was asleep for too long must not send what another may be sending.
    if (performance.now() > this.#lease.expires) this.#end();
    if (this.#ended) return 0;
    let sent = 0;
    for (const head of due) {
      this.#out.set(head.record, performance.now());
      const repeats = repeatedDelivery(head);
      if (repeats === undefined) {
        sent++;
        void this.#send(heads.target, head);
      } else void this.#suppress(head, repeats);
    }
    return sent;
  }

  async #send(target: Target, head: Head): Promise<void> {
    const { delivery, record, attempt, cause, webhookId } = head;
    const report = await this.#parts.sender.send({
      url: target.url,
      headers: target.headers,
      body: deliveryBody(head),
      webhookId,
      entityType: target.entityType,
      action: target.action,
    });
    this.#setPace(paceAfter(this.#pace, report));
    this.#claim.answered(isSuccess(report.outcome));
    this.#claim.give(1);
    const written = await this.#parts.settler.settle({ lease: this.#lease, delivery, record, attempt, cause, report });
    this.#parts.onAttempt({ target, head, report, written });
    this.#written(record, written);
  }

  async #suppress({ delivery, record }: Head, repeats: number): Promise<void> {
    this.#written(record, await this.#parts.settler.settle({ lease: this.#lease, delivery, record, repeats }));
  }

  #written(record: number, written: Written | undefined): void {
    this.#out.delete(record);
    if (written === undefined) this.#end();
    else if (written.settled.retry !== null) this.#retryIn(record, written.settled.retry.inMs);
    else if (written.more) this.#news.add(record);
    if (written !== undefined && !written.settled.standing.active) this.sweep();
    if (this.#ended) this.#end();
    else this.#schedule();
  }

  /** Everything that waits for a subscription that is switched off, some at a time. */
  async #drop(): Promise<void> {
    while (!this.#ended && (await this.#parts.queue.drop(this.#lease, DROPPED_AT_ONCE)) === DROPPED_AT_ONCE);
    this.#dropped = true;
    this.#retries.clear();
    // Tests stay.
    this.#after = START;
  }

  #retryIn(record: number, inMs: number): void {
    const at = performance.now() + inMs;
    this.#retries.set(record, at);
    this.#setTimer(at);
  }

  /** Unless it rings earlier already. */
  #setTimer(at: number): void {
    if (this.#ended || (this.#retryTimer !== undefined && this.#retryTimer.at <= at)) return;
    clearTimeout(this.#retryTimer?.timer);
    const timer = setTimeout(() => this.#retry(), Math.max(0, at - performance.now()));
    this.#retryTimer = { timer, at };
  }

  #retry(): void {
    this.#retryTimer = undefined;
    const now = performance.now();
    let next = Infinity;
    for (const [record, at] of this.#retries) {
      if (at > now) next = Math.min(next, at);
      else {
        this.#retries.delete(record);
        this.#news.add(record);
      }
    }
    if (next < Infinity) this.#setTimer(next);
    this.#schedule();
  }

  #setPace(pace: Pace): void {
    this.#pace = pace;
    this.#claim.setPace(pace);
  }

  #end(): void {
    clearTimeout(this.#retryTimer?.timer);
    if (!this.#ended) {
      this.#ended = true;
      if (!this.#stopping) this.#parts.onEnd(this);
    }
    if (this.#out.size > 0) return;
    this.#claim.leave();
    this.#settled.resolve();
  }
}
