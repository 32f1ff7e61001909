/** What came of deliveries, counted by the hour: how it is gathered, and how a row takes it up. The same on both engines. */
import type { DeliverySettlement, SettleInput } from '../../webhooks/queue.ts';
import type { DroppedDeliveryRow } from './queue/settle.ts';

export const HOUR_MS = 3_600_000;
/** Hours that are kept: 32 days. As the migration that made the table has it. */
export const HOUR_RING_SIZE = 768;
/** Of the newest attempts' times, in characters: some 80 of them. */
const MAX_RECENT_CHARACTERS = 400;

/** What is added to the row of an hour. */
export interface HourTally {
  readonly subscription: number;
  readonly hour: number;
  ok: number;
  failed: number;
  suppressed: number;
  dropped: number;
  lastSuccessOn: number | null;
  /** Milliseconds, each followed by a comma, the newest first. */
  recentMs: string;
}

/**
 * One for each subscription and hour. What was tried again is no more than an attempt so far; tests, and what a run took back when it
 * was cancelled, are nobody's health.
 */
export class HourTallies {
  readonly #tallies = new Map<string, HourTally>();

  /** `dropped`: it was, while its attempt was out. Then it was counted so in its hour, unless it was taken back. */
  add(finished: SettleInput, settled: DeliverySettlement, now: number, dropped?: DroppedDeliveryRow): void {
    const isTest = 'report' in finished && finished.cause === 'test';
    if (isTest || (dropped?.taken_back && settled.state === 'dropped')) return;
    const { subscription } = finished.lease;
    if (dropped !== undefined && !dropped.taken_back) this.#of(subscription, dropped.dropped_on).dropped--;
    const tally = this.#of(subscription, now);
    const ms = 'report' in finished ? finished.report.timings.totalMs : null;
    if (ms !== null) tally.recentMs = `${Math.round(ms)},${tally.recentMs}`.slice(0, MAX_RECENT_CHARACTERS);
    if (settled.state === 'succeeded') {
      tally.ok++;
      tally.lastSuccessOn = now;
    } else if (settled.state === 'failed') tally.failed++;
    else if (settled.state === 'suppressed') tally.suppressed++;
    else if (settled.state === 'dropped') tally.dropped++;
  }

  get all(): HourTally[] {
    return [...this.#tallies.values()];
  }

  #of(subscription: number, now: number): HourTally {
    const fresh = tallyAt(subscription, now);
    const key = `${subscription} ${fresh.hour}`;
    const known = this.#tallies.get(key) ?? fresh;
    this.#tallies.set(key, known);
    return known;
  }
}

function tallyAt(subscription: number, now: number): HourTally {
  const counts = { ok: 0, failed: 0, suppressed: 0, dropped: 0, lastSuccessOn: null, recentMs: '' };
  return { subscription, hour: Math.floor(now / HOUR_MS), ...counts };
}

/** What waited when the subscription was switched off. */
export function tallyDropped(subscription: number, dropped: number, now: number): HourTally {
  return { ...tallyAt(subscription, now), dropped };
}

export const HOUR_COLUMNS = 'subscription, place, hour, ok, failed, suppressed, dropped, last_success_on, recent_ms';

/** In the order of the columns. */
export function hourValues({ subscription, hour, ...tally }: HourTally): (number | string | null)[] {
  const { ok, failed, suppressed, dropped, lastSuccessOn, recentMs } = tally;
  return [subscription, hour % HOUR_RING_SIZE, hour, ok, failed, suppressed, dropped, lastSuccessOn, recentMs];
}

const kept = (column: string, otherwise: string) =>
  `CASE WHEN h.hour = excluded.hour THEN h.${column} ELSE ${otherwise} END`;
const added = (column: string) => `${column} = excluded.${column} + ${kept(column, '0')}`;

/** Behind an INSERT into `delivery_hours AS h`. A row of another hour, 32 days ago, makes room. */
export const MERGE_HOUR_SQL = `ON CONFLICT (subscription, place) DO UPDATE SET
    ${['ok', 'failed', 'suppressed', 'dropped'].map(added).join(', ')},
    last_success_on = coalesce(excluded.last_success_on, ${kept('last_success_on', 'NULL')}),
    recent_ms = substr(excluded.recent_ms || ${kept('recent_ms', "''")}, 1, ${MAX_RECENT_CHARACTERS}),
    hour = excluded.hour`;
