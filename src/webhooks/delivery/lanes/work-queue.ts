/**
 * Where a lane looks next: at records that something is known of, and through all that waits from a place on. A hint lost
 * costs time, never a delivery, because everything is looked through again from time to time.
 *
 * What a look has found and there was no slot for comes first: it is the oldest. Then records come in the order in which they were
 * heard of. While what waits is being looked through, oldest first, news has to wait: what was committed just now is newer than what
 * the look has still to come to. Tests wait for none of this, and are looked at by themselves.
 */
import { isSampleRecord } from '../../subscriptions/sample-record.ts';
import { type SlotUse, slotUses } from './delivery-slots.ts';

export interface WorkBatch {
  readonly records: readonly number[];
  /** Of these, the ones whose pause is over, as this process has measured by its steady clock. */
  readonly rested: ReadonlySet<number>;
  /** Behind which delivery to go on through all that waits; undefined when there is no need to. */
  readonly after: number | undefined;
}

/** Before the first delivery. */
const BEFORE_FIRST_DELIVERY = 0;
/** With so many hints, looking through everything is no more work. */
const MAX_HINTS = 1_000;

export class WorkQueue {
  /** Found before, the oldest first; and whether the record's pause is over. */
  readonly #found = new Map<number, boolean>();
  /** Whether it is mere news, or the lane itself knows that it is the record's turn, or that its pause is over. */
  readonly #records = new Map<number, 'news' | 'turn' | 'rested'>();
  /** What may be tests, and whether its pause is over. */
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

  /** Something of the record was committed. */
  hear(record: number): void {
    if (this.#records.has(record) || this.#tests.has(record)) return;
    if (!isSampleRecord(record)) this.#records.set(record, 'news');
    else if (this.#tests.size < MAX_HINTS) this.#tests.set(record, false);
    if (this.#records.size > MAX_HINTS) this.#forgetNews();
  }

  /** The next of the record is due; `rested` where that was waited for. */
  add(record: number, rested = false): void {
    if (isSampleRecord(record)) this.#tests.set(record, rested || this.#tests.get(record) === true);
    else this.#records.set(record, rested || this.#records.get(record) === 'rested' ? 'rested' : 'turn');
  }

  /** An attempt leaves: if it has to be repeated, another pause begins. */
  sent(record: number): void {
    if (this.#records.get(record) === 'rested') this.#records.set(record, 'turn');
    for (const known of [this.#found, this.#tests]) if (known.get(record)) known.set(record, false);
  }

  everything(): void {
    this.#after = BEFORE_FIRST_DELIVERY;
  }

  goOn(after: number | undefined): void {
    // Somebody may have asked for everything meanwhile.
    this.#after ??= after;
  }

  /** How many heads to ask for, at most `most`. */
  wanted(most: number, use: SlotUse = 'event'): number {
    if (this.#after !== undefined && use === 'event') return most;
    let wanted = 0;
    for (const _ of this.#ready(use)) if (++wanted === most) break;
    return wanted;
  }

  /** What to look at now, which is thereby crossed off: what is heard from now on is news again. */
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

  /** A look through everything finds them; a record that is out it would pass over. */
  #forgetNews(): void {
    for (const [record, kind] of this.#records) {
      if (kind === 'news' && !this.#out.has(record)) this.#records.delete(record);
    }
    this.#after ??= BEFORE_FIRST_DELIVERY;
  }
}
