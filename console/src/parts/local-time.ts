/**
 * Conversion between instants and `<input type="datetime-local">` values, in the user's time zone instead of the
 * machine's.
 */
import { timeFormat } from './formats.ts';

/**
 * Converts a local time such as "2026-01-31T09:30" to an instant, or undefined if it is invalid. In an hour that occurs
 * twice, the first one counts.
 */
export function parseLocalTime(local: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${local}Z`);
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(local) || Number.isNaN(wanted)) return undefined;
  // The UTC offset depends on the instant that is searched: the result of the first guess gives a better one.
  const first = wanted - aheadMs(wanted, timeZone);
  const second = wanted - aheadMs(first, timeZone);
  return new Date(aheadMs(second, timeZone) === wanted - second ? second : Math.max(first, second)).toISOString();
}

/**
 * Returns the input's value to the second; use it with `step={1}`. Returns an empty string for an invalid instant, for
 * example from a typed address.
 */
export function formatLocalTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  return new Date(at + aheadMs(at, timeZone)).toISOString().slice(0, 19);
}

function aheadMs(at: number, timeZone: string): number {
  const parts = timeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  // Not Date.UTC, which reads year 2 as 1902: a user who types 2026 first types 2.
  const there = new Date(0).setUTCFullYear(of('year'), of('month') - 1, of('day'));
  return there + ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000 - Math.floor(at / 1000) * 1000;
}
