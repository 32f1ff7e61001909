/**
 * Queue of what a lane reads next: records with hints, and a scan through all waiting deliveries from a position on. A
 * lost hint costs time, never a delivery, because everything is scanned again from time to time.
 *
 * Records that a scan found but had no slot for come first: they are the oldest. Other records follow in the order in
 * which their hints arrived. During a scan, oldest first, news has to wait: a new commit is newer than what the scan
 * has still to reach. Tests wait for none of this, and are read separately.
 */
import { isSampleRecord } from '../../subscriptions/sample-record.ts';
import { type SlotUse, slotUses } from './delivery-slots.ts';

export interface WorkBatch {
  readonly records: readonly number[];
  /** Subset of `records` whose pause is over, as measured by this process's steady clock. */
  readonly rested: ReadonlySet<number>;
  /** Delivery after which the scan continues; undefined if no scan is needed. */
  readonly after: number | undefined;
}

/** Position before the first delivery. */
const BEFORE_FIRST_DELIVERY = 0;
/** Maximum number of hints. With more, scanning everything is no more work. */
const MAX_HINTS = 1_000;

export class WorkQueue {
  /** Records found by an earlier scan, oldest first; the value is true if the record's pause is over. */
  readonly #found = new Map<number, boolean>();
  /**
   * Records with hints. The hint is mere news, or the lane itself knows that it is the record's turn or that its pause
   * is over.
   */
  readonly #records = new Map<number, 'news' | 'turn' | 'rested'>();
  /** Records that may be tests; the value is true if the record's pause is over. */
  readonly #tests = new Map<number, boolean>();
  /** Records with an attempt out: they are looked at when it is settled, and their hints are kept until then. */
  readonly #out: ReadonlyMap<number, unknown>;
  #after: number | undefined = BEFORE_FIRST_DELIVERY;

  constructor(out: ReadonlyMap<number, unknown>) {
    this.#out = out;
  }

  get isEmpty(): boolean {
    return this.#after === undefined && slotUses.every((use) => !this.#ready(use).next().value);
  }

  has(record: number): boolean {
    return this.#records.has(record) || this.#found.has(record) || this.#tests.has(record);
  }

  /** Adds a hint that a change of the record was committed. */
  hear(record: number): void {
    if (this.#records.has(record) || this.#tests.has(record)) return;
    if (!isSampleRecord(record)) this.#records.set(record, 'news');
    else if (this.#tests.size < MAX_HINTS) this.#tests.set(record, false);
    if (this.#records.size > MAX_HINTS) this.#forgetNews();
  }

  /** Adds a record whose next delivery is due; `rested` is true if its pause was waited for. */
  add(record: number, rested = false): void {
    if (isSampleRecord(record)) this.#tests.set(record, rested || this.#tests.get(record) === true);
    else this.#records.set(record, rested || this.#records.get(record) === 'rested' ? 'rested' : 'turn');
  }

  /** Marks an attempt as sent: if it has to be repeated, another pause begins. */
  sent(record: number): void {
    if (this.#records.get(record) === 'rested') this.#records.set(record, 'turn');
    for (const known of [this.#found, this.#tests]) if (known.get(record)) known.set(record, false);
  }

  everything(): void {
    this.#after = BEFORE_FIRST_DELIVERY;
  }

  goOn(after: number | undefined): void {
    // A new scan of everything may have been requested since.
    this.#after ??= after;
  }

  /** Returns how many heads to read, at most `most`. */
  wanted(most: number, use: SlotUse = 'event'): number {
    if (this.#after !== undefined && use === 'event') return most;
    let wanted = 0;
    for (const _ of this.#ready(use)) if (++wanted === most) break;
    return wanted;
  }

  /** Returns what to read now and removes it from the queue, so that later hints count as news again. */
  take(most: number, use: SlotUse = 'event'): WorkBatch {
    const records: number[] = [];
    for (const record of this.#ready(use)) {
      if (records.push(record) === most) break;
    }
    const rested = new Set(records.filter((record) => this.#isRested(record)));
    for (const record of records) {
      this.#records.delete(record);
      this.#found.delete(record);
      this.#tests.delete(record);
    }
    if (use === 'test') return { records, rested, after: undefined };
    const places = { records, rested, after: this.#after };
    this.#after = undefined;
    return places;
  }

  putBack({ records, rested, after }: WorkBatch, use: SlotUse = 'event'): void {
    this.goOn(after);
    if (records.length === 0) return;
    const found = use === 'test' ? this.#tests : this.#found;
    const later = [...found];
    found.clear();
    for (const record of records) found.set(record, rested.has(record));
    for (const [record, isRested] of later) found.set(record, isRested || found.get(record) === true);
  }

  #isRested(record: number): boolean {
    const isKnown = (found: ReadonlyMap<number, boolean>) => found.get(record) === true;
    return this.#records.get(record) === 'rested' || isKnown(this.#found) || isKnown(this.#tests);
  }

  *#ready(use: SlotUse): Generator<number> {
    const found = use === 'test' ? this.#tests : this.#found;
    for (const record of found.keys()) if (!this.#out.has(record)) yield record;
    if (use === 'test') return;
    const looking = this.#after !== undefined;
    for (const [record, kind] of this.#records) {
      if (this.#out.has(record) || this.#found.has(record) || (looking && kind === 'news')) continue;
      yield record;
    }
  }

  /**
   * Drops news hints: a scan of everything finds these records. Keeps records that are out, because the scan would skip
   * them.
   */
  #forgetNews(): void {
    for (const [record, kind] of this.#records) {
      if (kind === 'news' && !this.#out.has(record)) this.#records.delete(record);
    }
    this.#after ??= BEFORE_FIRST_DELIVERY;
  }
}
