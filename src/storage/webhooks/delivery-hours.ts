/**
 * Counts the results of deliveries by the hour, and merges these counts into the stored rows. Both engines share this
 * code.
 */
import type { DeliverySettlement, SettleInput } from '../../webhooks/queue.ts';
import type { DroppedDeliveryRow } from './queue/settle.ts';

export const HOUR_MS = 3_600_000;
/** Number of hours that are kept: 32 days. The migration that created the table uses the same number. */
export const HOUR_RING_SIZE = 768;
/** Maximum length of the list of recent attempt times, in characters: some 80 attempts. */
const MAX_RECENT_CHARACTERS = 400;

/** Counts that are added to the stored row of an hour. */
export interface HourTally {
  readonly subscription: number;
  readonly hour: number;
  ok: number;
  failed: number;
  suppressed: number;
  dropped: number;
  lastSuccessOn: number | null;
  /** Durations of attempts in milliseconds, each followed by a comma, the newest first. */
  recentMs: string;
}

/**
 * Collects one tally for each subscription and hour. A delivery that will be retried adds only the duration of its
 * attempt. Tests, and deliveries that a cancelled run took back, are not counted: they say nothing about health.
 */
export class HourTallies {
  readonly #tallies = new Map<string, HourTally>();

  /**
   * Counts a settled delivery. `dropped` is set if it was dropped during its attempt: then its hour counted it as
   * dropped, unless it was taken back.
   */
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

/** Creates the tally for the deliveries that were waiting when the subscription was deactivated. */
export function tallyDropped(subscription: number, dropped: number, now: number): HourTally {
  return { ...tallyAt(subscription, now), dropped };
}

export const HOUR_COLUMNS = 'subscription, place, hour, ok, failed, suppressed, dropped, last_success_on, recent_ms';

/** Returns the values of a tally in the order of `HOUR_COLUMNS`. */
export function hourValues({ subscription, hour, ...tally }: HourTally): (number | string | null)[] {
  const { ok, failed, suppressed, dropped, lastSuccessOn, recentMs } = tally;
  return [subscription, hour % HOUR_RING_SIZE, hour, ok, failed, suppressed, dropped, lastSuccessOn, recentMs];
}

const kept = (column: string, otherwise: string) =>
  `CASE WHEN h.hour = excluded.hour THEN h.${column} ELSE ${otherwise} END`;
const added = (column: string) => `${column} = excluded.${column} + ${kept(column, '0')}`;

/**
 * SQL that follows an INSERT into `delivery_hours AS h`. It overwrites a row of an earlier hour (32 days ago) with the
 * same place.
 */
export const MERGE_HOUR_SQL = `ON CONFLICT (subscription, place) DO UPDATE SET
    ${['ok', 'failed', 'suppressed', 'dropped'].map(added).join(', ')},
    last_success_on = coalesce(excluded.last_success_on, ${kept('last_success_on', 'NULL')}),
    recent_ms = substr(excluded.recent_ms || ${kept('recent_ms', "''")}, 1, ${MAX_RECENT_CHARACTERS}),
    hour = excluded.hour`;
