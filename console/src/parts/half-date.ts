/** Incomplete dates: a day without its month, a date without its time. */

/**
 * Marker for an incomplete date. It differs from an empty value, which browsers report, and from any text a record can
 * contain. It is never sent.
 */
export const PARTIAL_DATE = '\u0000';

/** Returns the JSON pointers of all incomplete dates in a value. */
export function findPartialDates(value: unknown, pointer = ''): readonly string[] {
  if (value === PARTIAL_DATE) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, within]) => findPartialDates(within, `${pointer}/${name}`));
}
