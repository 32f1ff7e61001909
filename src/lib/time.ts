/**
 * Instants as milliseconds since 1970 UTC, calendar dates as `YYYY-MM-DD`; years 0001 to 9999, which both databases and
 * ISO 8601 hold.
 */

export interface Clock {
  now(): number;
}

/** Monotonic clock in milliseconds, independent of the system date; limits use it. */
export const steadyClock: Clock = { now: () => performance.now() };

export const systemClock: Clock = { now: () => Date.now() };

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(?:[Zz]|([+-])([0-9]{2}):?([0-9]{2}))$/;

const MINUTE = 60_000;
const FIRST = startOf(1, 1, 1);
const LAST = startOf(10_000, 1, 1) - 1;

/**
 * Reads `YYYY-MM-DDTHH:MM[:SS[.fraction]]` with `Z` or an offset (`+02:00`, `+0200`). Digits below the millisecond are
 * cut off; leap seconds and 24:00 are refused. The year counts after conversion to UTC.
 */
export function parseTimestamp(text: string): number | undefined {
  if (text === latest.text) return latest.ms;
  const separator = text[10];
  if (separator !== 'T' && separator !== 't') return undefined;
  const midnight = parseDay(text.slice(0, 10));
  const time = TIME.exec(text.slice(11));
  if (midnight === undefined || time === null) return undefined;

  const [, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = time;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;

  const local = (Number(hour) * 60 + Number(minute)) * MINUTE + Number(second) * 1000 + milliseconds(fraction);
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE;
  const instant = midnight + local - (sign === '-' ? -offset : offset);
  return instant >= FIRST && instant <= LAST ? instant : undefined;
}

/** Formats an instant as `YYYY-MM-DDTHH:MM:SS.sssZ`; for the years 0001 to 9999. */
export function formatTimestamp(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: write(ms) };
  return latest.text;
}

/**
 * Caches the last formatted instant: one change formats its timestamp several times, and changes made together share
 * it.
 */
let latest = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

function write(ms: number): string {
  const minute = Math.floor(ms / MINUTE);
  if (minute !== latestMinute.minute)
    latestMinute = { minute, text: new Date(minute * MINUTE).toISOString().slice(0, 17) };
  const inMinute = ms - minute * MINUTE;
  const milliseconds = inMinute % 1000;
  return `${latestMinute.text}${digits((inMinute - milliseconds) / 1000, 2)}.${digits(milliseconds, 3)}Z`;
}

/** Caches the text of the last minute: most instants are close to now. */
let latestMinute = { minute: Number.NaN, text: '' };

function digits(value: number, count: 2 | 3): string {
  return String(value).padStart(count, '0');
}

/** Returns the text if it is a valid calendar date. */
export function parseDate(text: string): string | undefined {
  const day = parseDay(text);
  return day !== undefined && day >= FIRST ? text : undefined;
}

/** Returns the first instant of a date, in UTC. */
export function dateStart(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** The first instant of a day, year 0000 included: an offset can carry its last hours into the year 0001. */
function parseDay(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const start = startOf(year, month, day);
  // A day that the month does not have rolls over into another month.
  const found = new Date(start);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? start : undefined;
}

/** Not `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999. */
function startOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function milliseconds(fraction: string): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0'));
}
