/**
 * Where a lane looks next: at records that something is known of, and through all that waits from a place on. A hint lost
 * costs time, never a delivery, because everything is looked through again from time to time.
 *
 * What a look has found and there was no slot for comes first: it is the oldest. Then records come in the order in which they were
 * heard of. While what waits is being looked through, oldest first, news has to wait: what was committed just now is newer than what
 * the look has still to come to.
 */
export interface Places {
  readonly records: readonly number[];
  /** Of these, the ones whose pause is over, as this process has measured by its steady clock. */
  readonly rested: ReadonlySet<number>;
  /** Behind which delivery to go on through all that waits; undefined when there is no need to. */
  readonly after: number | undefined;
}

/** Before the first delivery. */
const START = 0;
/** With so many hints, looking through everything is no more work. */
const MOST_HINTS = 1_000;

export class Agenda {
  /** Found before, the oldest first; and whether the record's pause is over. */
  readonly #found = new Map<number, boolean>();
  /** Whether it is mere news, or the lane itself knows that it is the record's turn, or that its pause is over. */
  readonly #records = new Map<number, 'news' | 'turn' | 'rested'>();
  /** Records with an attempt out: they are looked at when it is settled, and their hints are kept until then. */
  readonly #out: ReadonlyMap<number, unknown>;
  #after: number | undefined = START;

  constructor(out: ReadonlyMap<number, unknown>) {
    this.#out = out;
  }

  get isEmpty(): boolean {
    return this.#after === undefined && !this.#ready().next().value;
  }

  has(record: number): boolean {
    return this.#records.has(record) || this.#found.has(record);
  }

  /** Something of the record was committed. */
  hear(record: number): void {
    if (this.#records.has(record)) return;
    this.#records.set(record, 'news');
    if (this.#records.size > MOST_HINTS) this.#forgetNews();
  }

  /** The next of the record is due; `rested` where that was waited for. */
  add(record: number, rested = false): void {
    this.#records.set(record, rested || this.#records.get(record) === 'rested' ? 'rested' : 'turn');
  }

  /** An attempt leaves: if it has to be repeated, another pause begins. */
  sent(record: number): void {
    if (this.#records.get(record) === 'rested') this.#records.set(record, 'turn');
    if (this.#found.get(record)) this.#found.set(record, false);
  }

  everything(): void {
    this.#after = START;
  }

  goOn(after: number | undefined): void {
    // Somebody may have asked for everything meanwhile.
    this.#after ??= after;
  }

  /** How many heads to ask for, at most `most`. */
  wanted(most: number): number {
    if (this.#after !== undefined) return most;
    let wanted = 0;
    for (const _ of this.#ready()) if (++wanted === most) break;
    return wanted;
  }

  /** What to look at now, which is thereby crossed off: what is heard from now on is news again. */
  take(most: number): Places {
    const records: number[] = [];
    for (const record of this.#ready()) {
      if (records.push(record) === most) break;
    }
    const rested = new Set(records.filter((record) => this.#isRested(record)));
    for (const record of records) {
      this.#records.delete(record);
      this.#found.delete(record);
    }
    const places = { records, rested, after: this.#after };
    this.#after = undefined;
    return places;
  }

  putBack({ records, rested, after }: Places): void {
    this.goOn(after);
    if (records.length === 0) return;
    const later = [...this.#found];
    this.#found.clear();
    for (const record of records) this.#found.set(record, rested.has(record));
    for (const [record, isRested] of later) this.#found.set(record, isRested || this.#found.get(record) === true);
  }

  #isRested(record: number): boolean {
    return this.#records.get(record) === 'rested' || this.#found.get(record) === true;
  }

  *#ready(): Generator<number> {
    for (const record of this.#found.keys()) if (!this.#out.has(record)) yield record;
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
    this.#after ??= START;
  }
}
