/** Durations as people write them in settings and on the command line: `500ms`, `30s`, `90m`, `24h`, `7d`. */

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds; undefined where the text is not a whole number directly followed by a unit. */
export function parseDuration(text: string): number | undefined {
  const match = /^([0-9]+)(ms|s|m|h|d)$/.exec(text);
  if (match === null) return undefined;
  const milliseconds = Number(match[1]) * UNITS.get(match[2]!)!;
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}
