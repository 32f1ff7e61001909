/** Records of a lane whose delivery waits for its due time, with one timer for the earliest of them. */
export class RecordTimers {
  readonly #due = new Map<number, number>();
  readonly #onDue: (records: readonly number[]) => void;
  #timer: { readonly timeout: NodeJS.Timeout; readonly at: number } | undefined;

  constructor(onDue: (records: readonly number[]) => void) {
    this.#onDue = onDue;
  }

  get isEmpty(): boolean {
    return this.#due.size === 0;
  }

  records(): Iterable<number> {
    return this.#due.keys();
  }

  /** Milliseconds until the first record is due; Infinity if there is none. */
  get soonestMs(): number {
    let at = Infinity;
    for (const due of this.#due.values()) at = Math.min(at, due);
    return at - performance.now();
  }

  /** Adds a record. A running pause is never extended: the clock it is read by may have been set back. */
  add(record: number, inMs: number): void {
    const at = Math.min(performance.now() + inMs, this.#due.get(record) ?? Infinity);
    this.#due.set(record, at);
    this.#setTimer(at);
  }

  /** Removes a record, because its attempt leaves. */
  forget(record: number): void {
    this.#due.delete(record);
  }

  /** Removes all records except those for which `stays` returns true. */
  clear(stays: (record: number) => boolean = () => false): void {
    for (const record of this.#due.keys()) if (!stays(record)) this.#due.delete(record);
    if (this.#due.size > 0) return;
    clearTimeout(this.#timer?.timeout);
    this.#timer = undefined;
  }

  /** Sets the timer, unless it already fires earlier. */
  #setTimer(at: number): void {
    if (this.#timer !== undefined && this.#timer.at <= at) return;
    clearTimeout(this.#timer?.timeout);
    const timeout = setTimeout(() => this.#ring(), Math.max(0, at - performance.now()));
    this.#timer = { timeout, at };
  }

  #ring(): void {
    this.#timer = undefined;
    const now = performance.now();
    const due: number[] = [];
    let next = Infinity;
    for (const [record, at] of this.#due) {
      if (at > now) next = Math.min(next, at);
      else due.push(record);
    }
    for (const record of due) this.#due.delete(record);
    if (next < Infinity) this.#setTimer(next);
    this.#onDue(due);
  }
}
