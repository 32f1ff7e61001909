/**
 * Health of a subscription as it is shown: by the hour, with every hour of the span, so that each can be drawn as a
 * cell.
 */
import { formatTimestamp } from '../../lib/time.ts';
import type { HourlyCounts, SubscriptionHealth } from './store.ts';

export const HOUR_MS = 3_600_000;
export const DEFAULT_HEALTH_HOURS = 24;
/** Maximum hours for one subscription: the default retention of deliveries. */
export const MAX_HEALTH_HOURS = 720;
/** Maximum hours for all subscriptions at once: a week. */
export const MAX_HEALTH_HOURS_ALL_SUBSCRIPTIONS = 168;

/** Returns the first of `hours` hours that end with the hour of `now`. */
export function firstHour(hours: number, now: number): number {
  return Math.floor(now / HOUR_MS) - hours + 1;
}

export function renderHealth(
  standings: SubscriptionHealth,
  hours: number,
  now: number,
  names = hourTimestamps(hours, now),
) {
  const { failuresInARow, waiting, oldestWaitingOn, lastSuccessOn } = standings;
  const first = firstHour(hours, now);
  const known = new Map(standings.hours.map((counts) => [counts.hour, counts]));
  return {
    failuresInARow,
    waiting,
    oldestWaitingOn: shownTime(oldestWaitingOn),
    lastSuccessOn: shownTime(lastSuccessOn),
    p95Ms: percentile(standings.hours, 0.95),
    hours: Array.from({ length: hours }, (_, n) => {
      const { ok = 0, failed = 0, suppressed = 0, dropped = 0 } = known.get(first + n) ?? {};
      return { hour: names[n]!, ok, failed, suppressed, dropped };
    }),
  };
}

/** Returns the timestamps of the hours; call it once if many subscriptions are shown. */
export function hourTimestamps(hours: number, now: number): readonly string[] {
  const first = firstHour(hours, now);
  return Array.from({ length: hours }, (_, n) => formatTimestamp((first + n) * HOUR_MS));
}

function shownTime(time: number | null): string | null {
  return time === null ? null : formatTimestamp(time);
}

/**
 * Returns a percentile of the durations of attempts. Only the newest attempts of each hour are known; they represent
 * the whole hour, so that a busy hour weighs more than a quiet one. Null if nothing was tried.
 */
export function percentile(hours: readonly HourlyCounts[], part: number): number | null {
  const weighed = hours.flatMap(({ ok, failed, recentMs }) => {
    const weight = Math.max(1, (ok + failed) / recentMs.length);
    return recentMs.map((ms) => ({ ms, weight }));
  });
  weighed.sort((a, b) => a.ms - b.ms);
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { ms, weight } of weighed) {
    reached += weight;
    if (reached >= part * all) return ms;
  }
  return weighed.at(-1)?.ms ?? null;
}
