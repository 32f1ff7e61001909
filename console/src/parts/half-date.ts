/** A date that is filled in only in part: a day without its month, a date without its time. */

/** What stands for it: not nothing, which is what the browser makes of it, and no text that a record may hold. It is never sent. */
export const PARTIAL_DATE = '\u0000';

/** Where there are any in a value, by JSON pointer. */
export function findPartialDates(value: unknown, pointer = ''): readonly string[] {
  if (value === PARTIAL_DATE) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, within]) => findPartialDates(within, `${pointer}/${name}`));
}
