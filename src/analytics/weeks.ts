/** Computes days and weeks in a time zone. Handles daylight saving: a week may be an hour longer or shorter. */
import type { Span } from './store.ts';

/**
 * Returns the starts of all weeks that the span touches, and the end of the span. The first start may lie before the
 * span. A week starts at the first instant of its Monday.
 */
export function weekMarks({ from, to }: Span, timeZone: string): number[] {
  if (to <= from) return [];
  const day = localDay(from, timeZone);
  const monday = { ...day, day: day.day - ((weekday(day) + 6) % 7) };
  const marks: number[] = [];
  for (let weeks = 0; ; weeks++) {
    const mark = startOfDay({ ...monday, day: monday.day + 7 * weeks }, timeZone);
    if (mark >= to) return [...marks, to];
    marks.push(mark);
  }
}

/** Calendar day. `day` may be below 1 or past the end of the month; it then belongs to the previous or next month. */
export interface LocalDay {
  readonly year: number;
  /** Month number, from 1. */
  readonly month: number;
  readonly day: number;
}

export function localDay(instant: number, timeZone: string): LocalDay {
  const local = new Date(instant + offsetAt(instant, timeZone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

const DAY = 86_400_000;

/** The first instant of a day. It is not midnight where clocks are put forward then. */
export function startOfDay({ year, month, day }: LocalDay, timeZone: string): number {
  const midnight = Date.UTC(year, month - 1, day);
  const offsets = [offsetAt(midnight - DAY, timeZone), offsetAt(midnight + DAY, timeZone)];
  const candidates = offsets.map((offset) => midnight - offset).sort((a, b) => a - b);
  const begun = (instant: number) => instant + offsetAt(instant, timeZone) >= midnight;
  return candidates.find(begun) ?? candidates.at(-1)!;
}

/** 0 is Sunday. */
function weekday({ year, month, day }: LocalDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Returns the offset of the time zone from UTC at an instant, in milliseconds; positive if ahead. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
  return local - (instant - (((instant % 1000) + 1000) % 1000));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the cached formatter of a time zone. The cache key is in lower case: names are case-insensitive, so one zone
 * has thousands of spellings.
 */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
  const zone = timeZone.toLowerCase();
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Returns the given name if it is a known time zone; undefined otherwise. */
export function knownZone(name: string): string | undefined {
  // An offset is no zone of a person: its clocks would never change.
  if (!/^[A-Za-z]/.test(name) || name.length > 60) return undefined;
  try {
    clockOf(name);
    return name;
  } catch {
    return undefined;
  }
}
