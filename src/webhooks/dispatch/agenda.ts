/**
 * Where a lane looks next: at records that something was heard of, and through all records from a place on. A hint lost
 * costs time, never a delivery, because everything is looked through again from time to time.
 */
export interface Places {
  readonly records: readonly number[];
  /** Of these, the ones whose pause is over. */
  readonly rested: ReadonlySet<number>;
  /** Behind which record to go on through all of them; undefined when there is no need to. */
  readonly after: number | undefined;
}

/** Before the first record. */
const START = 0;
/** With so many hints, looking through everything is no more work. */
const MOST_HINTS = 1_000;

export class Agenda {
  /** And whether the record's pause is over, which this process has measured by its steady clock. */
  readonly #records = new Map<number, boolean>();
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
    return this.#records.has(record);
  }

  add(record: number, rested = false): void {
    this.#records.set(record, rested || this.#records.get(record) === true);
    if (this.#records.size <= MOST_HINTS) return;
    for (const ready of this.#ready()) this.#records.delete(ready);
    this.everything();
  }

  /** An attempt leaves: if it has to be repeated, another pause begins. */
  sent(record: number): void {
    if (this.#records.has(record)) this.#records.set(record, false);
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
    const rested = new Set(records.filter((record) => this.#records.get(record)));
    for (const record of records) this.#records.delete(record);
    const places = { records, rested, after: this.#after };
    this.#after = undefined;
    return places;
  }

  putBack({ records, rested, after }: Places): void {
    for (const record of records) this.add(record, rested.has(record));
    this.goOn(after);
  }

  *#ready(): Generator<number> {
    for (const record of this.#records.keys()) if (!this.#out.has(record)) yield record;
  }
}
