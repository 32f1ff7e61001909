/**
 * Simulates what a subscription would have received, had it existed: counts events from the log of changes, including
 * near matches.
 */
import { formatTimestamp } from '../../lib/time.ts';
import type { SubscriptionInput } from '../subscriptions/subscription.ts';
import { parseFilterID } from '../subscriptions/subscription-filter.ts';
import type { EventCounts, EventSelector } from './store.ts';

export const SIMULATED_DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum number of near matches of the filter field. */
const MAX_NEARBY_VALUES = 5;

export interface Simulation {
  readonly days: number;
  /** Start of the count; later than `days` ago if there were too many events. */
  readonly since: string;
  readonly cut: boolean;
  readonly matched: number;
  /** Every day, oldest first; UTC. */
  readonly perDay: readonly { readonly day: string; readonly count: number }[];
  /** Number of matches without the filter. */
  readonly unfiltered: number;
  /** Other values of the filter field, the most frequent first. */
  readonly nearby: readonly NearbyFilterValue[];
}

export interface NearbyFilterValue {
  readonly id: number;
  readonly count: number;
}

/** Returns the first instant of the first day that is counted: today is the last of these days. */
export function simulatedSince(now: number): number {
  return (Math.floor(now / DAY_MS) - SIMULATED_DAYS + 1) * DAY_MS;
}

/** Returns the selector for a subscription; `integrationID` is the integration that would subscribe. */
export function eventSelectorOf(wishes: SubscriptionInput, integrationID: string): EventSelector {
  const { entityType, action, filterConditionEntityID, includeOwn } = wishes;
  return {
    type: entityType,
    action,
    filterValue: filterConditionEntityID === null ? null : parseFilterID(filterConditionEntityID),
    without: includeOwn ? undefined : integrationID,
  };
}

export function simulate({ filterValue }: EventSelector, { counted, cutAt }: EventCounts, now: number): Simulation {
  const since = simulatedSince(now);
  const days = new Map<number, number>();
  const others = new Map<number, number>();
  let [matched, unfiltered] = [0, 0];
  for (const { day, filterValue: value, events } of counted) {
    unfiltered += events;
    if (filterValue === null || value === filterValue) {
      matched += events;
      days.set(day, (days.get(day) ?? 0) + events);
    } else if (value !== null && events > 0) others.set(value, (others.get(value) ?? 0) + events);
  }
  const nearby = Array.from(others, ([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count || a.id - b.id);
  return {
    days: SIMULATED_DAYS,
    since: formatTimestamp(cutAt ?? since),
    cut: cutAt !== undefined,
    matched,
    perDay: Array.from({ length: SIMULATED_DAYS }, (_, n) => {
      const day = since / DAY_MS + n;
      return { day: formatTimestamp(day * DAY_MS).slice(0, 10), count: days.get(day) ?? 0 };
    }),
    unfiltered,
    nearby: nearby.slice(0, MAX_NEARBY_VALUES),
  };
}
