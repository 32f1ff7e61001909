/** Timers of a lane: the pauses of its records or, while its endpoint is down, the next try of the endpoint. */
import type { EndpointDown } from '../../queue.ts';
import { isSampleRecord } from '../../subscriptions/sample-record.ts';
import type { IdlePause } from './idle-policy.ts';
import { RecordTimers } from './record-timers.ts';

export interface RetryTimersOptions {
  /** Called when the pauses of `records` are over. */
  readonly onDue: (records: readonly number[]) => void;
  /** Called when the endpoint may be tried. */
  readonly onTry: () => void;
}

export class RetryTimers {
  readonly #pauses: RecordTimers;
  readonly #nextTry: RecordTimers;
  #down: EndpointDown | undefined;

  constructor({ onDue, onTry }: RetryTimersOptions) {
    this.#pauses = new RecordTimers(onDue);
    this.#nextTry = new RecordTimers(onTry);
  }

  get isEmpty(): boolean {
    return this.#pauses.isEmpty && this.#nextTry.isEmpty;
  }

  get isDown(): boolean {
    return this.#down !== undefined;
  }

  /**
   * True if news of a record changes nothing, because everything is scanned when the endpoint is tried. Tests do not
   * wait for that. A resent delivery does wait, but its record looks like a test, so it is read in vain.
   */
  isDeafTo(record: number): boolean {
    return this.#down !== undefined && !isSampleRecord(record) && (this.#down.record ?? record) === record;
  }

  /** Milliseconds until the first timer is due. */
  get inMs(): number {
    return Math.min(this.#pauses.soonestMs, this.#nextTry.soonestMs);
  }

  get rest(): IdlePause {
    const failing = this.#down?.record ?? null;
    if (this.isDown && failing === null) return { inMs: this.inMs, deafTo: 'all' };
    return { inMs: this.inMs, deafTo: new Set(failing === null ? this.#pauses.records() : [failing]) };
  }

  /**
   * Updates the state of the endpoint from the last read. While it is down, records have no pauses of their own, except
   * those of tests, which include resent deliveries.
   */
  learn(down: EndpointDown | undefined): void {
    this.#down = down;
    this.#nextTry.clear();
    if (down !== undefined) this.#pauses.clear(isSampleRecord);
    if (down?.inMs !== undefined) this.#nextTry.add(ENDPOINT_KEY, down.inMs);
  }

  add(record: number, inMs: number): void {
    this.#pauses.add(record, inMs);
  }

  forget(record: number): void {
    this.#pauses.forget(record);
  }

  clear(): void {
    this.#pauses.clear();
    this.#nextTry.clear();
  }
}
/** Key for the endpoint, used in the place of a record. */
const ENDPOINT_KEY = 0;
