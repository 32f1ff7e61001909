/** Days and weeks of a time zone, whatever its clocks do: a week may have an hour more or less than others. */
import type { Span } from './store.ts';

/**
 * The beginnings of all weeks that the span touches, the first one whole, and the end of the span. A week begins with its Monday, and that
 * with its first instant.
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

/** Days may be below 1 and past the end of their month: they are days of the month before or after. */
export interface LocalDay {
  readonly year: number;
  /** From 1. */
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

/** How far the clocks of the zone are ahead of UTC then. */
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

/** One for each zone there is: names are understood without regard to case, and of one there are thousands of ways to write it. */
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

/** As the zone is called; undefined for what is none. */
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
