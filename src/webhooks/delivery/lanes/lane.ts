/**
 * Lane: sends the deliveries of one subscription. It reads the heads (the head of a record is its lowest waiting
 * delivery), sends those that are due in parallel, and settles the results. The next delivery of a record leaves when
 * the previous one is settled. While its endpoint is down, a patient subscription has a single delivery out at a time.
 * Tests come first, and run beside whatever is out. The database is the truth: what the lane remembers only says where
 * to look next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, DeliveryTarget, Head, Heads, Lease, SettleResult } from '../../queue.ts';
import { isSampleRecord } from '../../subscriptions/sample-record.ts';
import { findRepeatedDelivery } from '../settle/suppression.ts';
import { hashTarget } from '../settle/target-hash.ts';
import { DeliverySender, type DeliverySenderParts } from './delivery-sender.ts';
import { type DeliverySlots, type SlotClaim, type SlotUse, slotUses } from './delivery-slots.ts';
import { type IdlePause, MIN_IDLE_PAUSE_MS } from './idle-policy.ts';
import type { Pace } from './pace.ts';
import { PaceTracker } from './pace-tracker.ts';
import { RetryTimers } from './retry-timers.ts';
import { type WorkBatch, WorkQueue } from './work-queue.ts';

export interface LaneParts extends DeliverySenderParts {
  readonly queue: DeliveryQueue;
  readonly slots: DeliverySlots;
  readonly longestPauseMs: number;
  readonly onFailure: (failure: unknown) => void;
  /** Called when the lane has nothing to do at the moment. */
  readonly onIdle: (lane: Lane) => void;
  /** Called when the lane has nothing to do for a long time. */
  readonly onRest: (lane: Lane) => void;
  /** Called when the lease was lost or nothing is left to send: the owner of the lane then removes it. */
  readonly onEnd: (lane: Lane) => void;
}

type Alive = Extract<Heads, { target: DeliveryTarget }>;

/**
 * Limits the heads read at once, each with the text of its record: few if records are large, and few before their size
 * is known.
 */
const MAX_HEADS_PER_READ = 32;
const INITIAL_HEADS_PER_READ = 4;
const MAX_CHARACTERS_PER_READ = 64 * 1024;
const DROP_BATCH_SIZE = 500;
const READ_RETRY_MS = 200;
/** Delay before an attempt that was put off is made, if its turn has come. */
const POSTPONED_RETRY_MS = 500;

export class Lane {
  readonly subscription: number;
  readonly #parts: LaneParts;
  readonly #claim: SlotClaim;
  readonly #pacing: PaceTracker;
  /** Records with an attempt that is out or being settled, and its start; the oldest first. */
  readonly #out = new Map<number, number>();
  readonly #agenda = new WorkQueue(this.#out);
  readonly #waits = new RetryTimers({
    onDue: (records) => {
      for (const record of records) this.#agenda.add(record, true);
      this.#schedule();
    },
    onTry: () => this.sweep(),
  });
  /** Records that had more deliveries waiting when the last one was settled. */
  readonly #behind = new Set<number>();
  readonly #settled = Promise.withResolvers<void>();
  readonly #outlet: DeliverySender;
  #lease: Lease;
  #readAtOnce = INITIAL_HEADS_PER_READ;
  /** True if the deliveries that waited when the subscription was switched off have been dropped. */
  #dropped = false;
  #filling = false;
  #scheduled = false;
  #ended = false;

  /** Opens a lane. `pace` is its pace when it was last closed. */
  constructor(lease: Lease, pace: Pace, parts: LaneParts) {
    this.subscription = lease.subscription;
    this.#lease = lease;
    this.#parts = parts;
    this.#claim = parts.slots.join(lease.account, pace, () => this.#schedule(setImmediate));
    this.#pacing = new PaceTracker(pace, this.#claim);
    this.#outlet = new DeliverySender({
      ...parts,
      lease: () => this.#lease,
      isEnded: () => this.#ended,
      learn: (report) => this.#pacing.learn(report),
      hurries: (record) => this.#agenda.has(record) || this.#behind.has(record),
    });
    this.#schedule();
  }

  get lease(): Lease {
    return this.#lease;
  }

  get pace(): Pace {
    return this.#pacing.pace;
  }

  get idle(): boolean {
    return this.#isQuiet && this.#waits.isEmpty;
  }

  /** Pause of a lane that has nothing to do for a long time, otherwise undefined. */
  get rest(): IdlePause | undefined {
    const isLong = this.#isQuiet && !this.#waits.isEmpty && this.#waits.inMs > MIN_IDLE_PAUSE_MS;
    return isLong ? this.#waits.rest : undefined;
  }

  /** True if attempts are out or their results are being written. */
  get busy(): boolean {
    return this.#out.size > 0;
  }

  renewed(lease: Lease): void {
    this.#lease = lease;
  }

  /** Handles a notice that a change of the record was committed. */
  wake(record: number): void {
    if (this.#waits.isDeafTo(record)) return;
    this.#agenda.hear(record);
    this.#schedule();
  }

  /** Schedules a scan of everything that waits. */
  sweep(): void {
    this.#agenda.everything();
    this.#schedule();
  }

  /** Updates the pace if the oldest attempt takes long: this is known before the attempt ends. */
  checkPace(now: number): void {
    const [since = now] = this.#out.values();
    this.#pacing.check(since, now);
  }

  /** Sends nothing more; resolves when everything that is out has been settled. */
  stop(): Promise<void> {
    this.#ended = true;
    this.#waits.clear();
    this.#claim.leave();
    if (!this.busy) this.#settled.resolve();
    return this.#settled.promise;
  }

  /** Ends the lane because its lease or its subscription no longer exists, or the lease has expired. */
  end(): void {
    if (!this.#ended) this.#parts.onEnd(this);
  }

  /** Schedules one run for all events of this turn. */
  #schedule(soon: (work: () => void) => unknown = queueMicrotask): void {
    if (this.#scheduled || this.#ended) return;
    this.#scheduled = true;
    soon(() => {
      this.#scheduled = false;
      this.#fill().catch(this.#giveUp);
    });
  }

  /**
   * Ends the lane after an error that no step expects; the next poll reopens it. Unhandled, the error would end the
   * process.
   */
  readonly #giveUp = (failure: unknown): void => {
    this.#parts.onFailure(failure);
    this.end();
  };

  async #fill(): Promise<void> {
    if (this.#filling || this.#ended) return;
    this.#filling = true;
    while (!this.#ended && !this.#agenda.isEmpty && !this.#outlet.isUnsure) {
      const behind = this.#parts.settler.caughtUp();
      if (behind !== undefined) {
        await behind;
        continue;
      }
      const taken = this.#takeSlots();
      // The lane is called again when a slot becomes free.
      if (taken === undefined) break;
      await this.#readAndSend(taken.slots, taken.use);
    }
    this.#filling = false;
    if (this.#agenda.isEmpty) this.#claim.take(0);
    if (this.#ended || !this.#isQuiet) return;
    if (this.#waits.isEmpty) this.#parts.onIdle(this);
    else if (this.rest !== undefined) this.#parts.onRest(this);
  }

  #takeSlots(): { readonly slots: number; readonly use: SlotUse } | undefined {
    for (const use of slotUses) {
      const wanted = this.#agenda.wanted(this.#readAtOnce, use);
      const slots = wanted === 0 ? 0 : this.#claim.take(wanted, use);
      if (slots > 0) return { slots, use };
    }
    return undefined;
  }

  get #isQuiet(): boolean {
    return !this.busy && !this.#filling && !this.#scheduled && this.#agenda.isEmpty;
  }

  async #readAndSend(slots: number, use: SlotUse): Promise<void> {
    const places = this.#agenda.take(slots, use);
    if (use === 'event') this.#outlet.headsAreRead();
    let sent = 0;
    try {
      const { queue, longestPauseMs } = this.#parts;
      const heads = await queue.heads(this.#lease, { ...places, except: this.#out, most: slots, longestPauseMs });
      if (!('target' in heads)) this.end();
      else if (use === 'event' && this.#outlet.isDoubtful) this.#agenda.putBack(places);
      else sent = await this.#sendDue(heads, places, use);
    } catch (failure) {
      this.#parts.onFailure(failure);
      this.#agenda.putBack(places, use);
      this.#claim.give(slots, use);
      await sleep(READ_RETRY_MS);
      return;
    }
    if (slots > sent) this.#claim.give(slots - sent, use);
  }

  /** Sends the heads that are due, and returns how many requests it sent. */
  async #sendDue(heads: Alive, places: WorkBatch, use: SlotUse): Promise<number> {
    // A lane that was stopped during the read must set no timers: a pause may last for minutes, and would keep the
    // process alive.
    if (this.#ended) return 0;
    this.#waits.learn(heads.down);
    if (heads.due.length > 0) this.#readAtOnce = howManyAsLongAs(heads.due);
    if (use === 'test') this.#putBackTests(heads, places);
    else this.#putBackLeft(heads, places);
    for (const { record, inMs } of heads.later) this.#waits.add(record, inMs);
    const all = heads.standing === 'active' && use === 'event';
    const due = all ? heads.due : heads.due.filter(isTest);
    if (heads.standing === 'active') this.#dropped = false;
    else if (!this.#dropped || due.length < heads.due.length) await this.#drop();
    if (!this.#outlet.mayLeave()) this.end();
    if (this.#ended) return 0;
    let sent = 0;
    const mark = hashTarget(heads.target.url);
    for (const head of due) {
      this.#out.set(head.record, performance.now());
      this.#waits.forget(head.record);
      this.#agenda.sent(head.record);
      const repeats = findRepeatedDelivery(head, mark);
      if (repeats === undefined) sent++;
      const coming =
        repeats === undefined
          ? this.#outlet.send(heads.target, head, () => this.#onBack(use))
          : this.#outlet.suppress(head, repeats);
      coming
        .catch(this.#parts.onFailure)
        .then((written) => {
          if (written === 'put off') this.#putOff(head.record);
          else this.#written(head.record, written || undefined);
        })
        .catch(this.#giveUp);
    }
    return sent;
  }

  /** Puts back records that a scan found but had no slot for; tests go to their own queue. */
  #putBackLeft({ left, after }: Alive, { records, rested }: WorkBatch): void {
    const found = left.filter((record) => isSampleRecord(record) && !records.includes(record));
    for (const record of found) this.#agenda.hear(record);
    this.#agenda.putBack({ records: left.filter((record) => !found.includes(record)), rested, after });
  }

  /**
   * Puts back tests: while the endpoint is down, one is returned at a time. A record that proves to be a resent
   * delivery waits like all others.
   */
  #putBackTests({ due, down, after }: Alive, { records, rested }: WorkBatch): void {
    const others = due.filter((head) => !isTest(head)).map(({ record }) => record);
    this.#agenda.putBack({ records: others, rested, after });
    if (down === undefined || !due.some(isTest)) return;
    const left = records.filter((record) => !due.some((head) => head.record === record));
    this.#agenda.putBack({ records: left, rested, after: undefined }, 'test');
  }

  /**
   * Gives a slot back. Slots become free one by one; those freed in one turn of the event loop are used together,
   * before their results are settled.
   */
  #onBack(use: SlotUse): void {
    this.#claim.give(1, use);
    if (!this.#agenda.isEmpty) this.#schedule(setImmediate);
  }

  /**
   * Handles a settled delivery. `written` is undefined if this worker no longer had the lease, or if the write was
   * given up.
   */
  #written(record: number, written: SettleResult | undefined): void {
    this.#out.delete(record);
    if (written === undefined) this.end();
    else if (written.settled.retry !== null && !this.#ended) this.#waits.add(record, written.settled.retry.inMs);
    if (written?.settled.retry === null && written.more) {
      this.#agenda.add(record);
      this.#behind.add(record);
    } else this.#behind.delete(record);
    const { active = true, outage = null } = written?.settled.standing ?? {};
    // Other deliveries may be due now, or none of those that were.
    if (!active || outage !== null || this.#waits.isDown) this.#agenda.everything();
    if (this.#ended) void this.stop();
    else this.#schedule();
  }

  /** Postpones a delivery without an attempt; the delivery is unchanged. */
  #putOff(record: number): void {
    this.#out.delete(record);
    if (!this.#outlet.mayLeave()) this.end();
    if (this.#ended) void this.stop();
    else this.#waits.add(record, POSTPONED_RETRY_MS);
  }

  /** Drops all waiting deliveries of a subscription that is switched off, in batches; tests stay. */
  async #drop(): Promise<void> {
    while (!this.#ended && (await this.#parts.queue.drop(this.#lease, DROP_BATCH_SIZE)) === DROP_BATCH_SIZE);
    this.#dropped = true;
    this.#waits.clear();
    // Scans again for the tests, which are not dropped.
    this.#agenda.everything();
  }
}

function isTest({ cause }: Head): boolean {
  return cause === 'test';
}

function howManyAsLongAs(heads: readonly Head[]): number {
  const longest = Math.max(1, ...heads.map(({ text }) => text?.length ?? 0));
  return Math.min(MAX_HEADS_PER_READ, Math.max(1, Math.floor(MAX_CHARACTERS_PER_READ / longest)));
}
