/** A date that is filled in only in part: a day without its month, a date without its time. */

/** What stands for it: no date, and not nothing either, which is what the browser makes of it. It is never sent. */
export const HALF = '0000-00-00';

/** Where there are any in a value, by JSON pointer. */
export function halvesIn(value: unknown, pointer = ''): readonly string[] {
  if (value === HALF) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, within]) => halvesIn(within, `${pointer}/${name}`));
}
