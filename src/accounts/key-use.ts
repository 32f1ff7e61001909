/**
 * API key usage: counted in memory with every response, and written for all keys together every few seconds. A crash
 * loses the last few seconds. Each instance adds its own counts; the peak is that of the busiest instance.
 */
import type { Clock } from '../lib/time.ts';
import type { AccountScope } from './account.ts';
import type { Caller } from './caller.ts';

/** Usage of one key in one hour, since the last write. */
export interface UsedKey {
  readonly account: AccountScope;
  readonly integrationID: string;
  /** Hours since 1970. */
  readonly hour: number;
  readonly calls: number;
  readonly refused: number;
  readonly limited: number;
  readonly peakMinute: number;
  readonly lastOn: number;
  readonly address: string;
  /** Calls with a secret from before a rotation. */
  readonly previousCalls: number;
}

export interface KeyUse {
  answered(caller: Caller, status: number, address: () => string): void;
  /** Returns the usage to write and resets the counters. */
  take(): UsedKey[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function createKeyUse(clock: Clock): KeyUse {
  const tallies = new Map<string, Tally>();
  let whole: UsedKey[] = [];
  return {
    answered({ account, integration, person, byPreviousSecret }, status, address) {
      // Requests of people are not counted.
      if (person !== undefined) return;
      const now = clock.now();
      let tally = tallies.get(integration.id);
      if (tally !== undefined && tally.hour !== Math.floor(now / HOUR)) {
        if (tally.calls > 0) whole.push({ ...tally });
        tally = undefined;
      }
      if (tally === undefined) {
        tally = new Tally(account, integration.id, Math.floor(now / HOUR));
        tallies.set(integration.id, tally);
      }
      tally.count(now, status, address, byPreviousSecret === true);
    },
    take() {
      const used = [...whole, ...[...tallies.values()].filter(({ calls }) => calls > 0).map((tally) => ({ ...tally }))];
      whole = [];
      for (const [id, tally] of tallies) if (tally.isOver(clock.now())) tallies.delete(id);
      return used;
    },
  };
}

class Tally implements UsedKey {
  readonly account: AccountScope;
  readonly integrationID: string;
  readonly hour: number;
  calls = 0;
  refused = 0;
  limited = 0;
  peakMinute = 0;
  lastOn = 0;
  address = '';
  previousCalls = 0;
  #minute = 0;
  #inMinute = 0;

  constructor(account: AccountScope, integrationID: string, hour: number) {
    this.account = account;
    this.integrationID = integrationID;
    this.hour = hour;
  }

  count(now: number, status: number, address: () => string, isPrevious: boolean): void {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#inMinute = 0;
    this.#minute = minute;
    this.peakMinute = Math.max(this.peakMinute, ++this.#inMinute);
    this.calls++;
    if (status >= 400) this.refused++;
    if (status === 429) this.limited++;
    if (isPrevious) this.previousCalls++;
    this.lastOn = now;
    this.address = address();
  }

  /** Resets the counters, except those of the current minute; true if nothing remains and the tally can be dropped. */
  isOver(now: number): boolean {
    this.calls = 0;
    this.refused = 0;
    this.limited = 0;
    this.previousCalls = 0;
    return Math.floor(now / MINUTE) !== this.#minute;
  }
}
