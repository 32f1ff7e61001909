/** A moment as `<input type="datetime-local">` has it, in the zone of the person and not of the machine. */
import { timeFormat } from './formats.ts';

/** "2026-01-31T09:30" there; undefined where it is no moment. In an hour that happens twice, the first. */
export function parseLocalTime(local: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${local}Z`);
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(local) || Number.isNaN(wanted)) return undefined;
  // What the zone is ahead depends on the moment that is sought: the answer for one guess gives a better one.
  const first = wanted - aheadMs(wanted, timeZone);
  const second = wanted - aheadMs(first, timeZone);
  return new Date(aheadMs(second, timeZone) === wanted - second ? second : Math.max(first, second)).toISOString();
}

/** For the value of the input, to the second: give it `step={1}`. Nothing where it is no moment, as in an address that somebody typed. */
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
  // Not by Date.UTC, which takes the year 2 for 1902: whoever types 2026 has typed 2 first.
  const there = new Date(0).setUTCFullYear(of('year'), of('month') - 1, of('day'));
  return there + ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000 - Math.floor(at / 1000) * 1000;
}
