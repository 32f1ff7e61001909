/** What a lane waits for: pauses of its records, or, while its endpoint is down, the next try of that. */
import type { EndpointDown } from '../../queue.ts';
import { isSampleRecord } from '../../subscriptions/sample-record.ts';
import type { IdlePause } from './idle-policy.ts';
import { RecordTimers } from './record-timers.ts';

export interface RetryTimersOptions {
  /** The pauses of these are over. */
  readonly onDue: (records: readonly number[]) => void;
  /** The endpoint may be tried. */
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
   * Whether news of a record changes nothing: everything is looked through when the endpoint is tried. Tests do not wait for that;
   * one that is sent again does, but by its record it looks like a test, and is looked at for nothing.
   */
  isDeafTo(record: number): boolean {
    return this.#down !== undefined && !isSampleRecord(record) && (this.#down.record ?? record) === record;
  }

  /** Until the first of them is over. */
  get inMs(): number {
    return Math.min(this.#pauses.soonestMs, this.#nextTry.soonestMs);
  }

  get rest(): IdlePause {
    const failing = this.#down?.record ?? null;
    if (this.isDown && failing === null) return { inMs: this.inMs, deafTo: 'all' };
    return { inMs: this.inMs, deafTo: new Set(failing === null ? this.#pauses.records() : [failing]) };
  }

  /** What was last read about the endpoint. While it is down, records have no pauses of their own, but tests have, and with them those that are sent again. */
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
/** It stands in the place of a record. */
const ENDPOINT_KEY = 0;
