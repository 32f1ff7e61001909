/**
 * Patience: the time for which a subscriber wants failed deliveries to be retried, such as `90m`, `12h` or `3d`; from
 * an hour to a week. It is stored in milliseconds and shown in the largest unit that fits, so 24h is shown as 1d.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const MAX_PATIENCE_MS = 7 * DAY_MS;
export const MIN_PATIENCE_MS = HOUR_MS;

const units = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS } as const;

/** Accepted values: 60m to 10080m, 1h to 168h, 1d to 7d. */
export const PATIENCE_PATTERN =
  '^(?:(?:[6-9][0-9]|[1-9][0-9]{2,3}|100[0-7][0-9]|10080)m|(?:[1-9]|[1-9][0-9]|1[0-5][0-9]|16[0-8])h|[1-7]d)$';
const pattern = new RegExp(PATIENCE_PATTERN);

/** Returns the patience in milliseconds; undefined if the text is not valid. */
export function parsePatience(text: unknown): number | undefined {
  if (typeof text !== 'string' || !pattern.test(text)) return undefined;
  return Number(text.slice(0, -1)) * units[text.at(-1) as keyof typeof units];
}

export function formatPatience(ms: number): string {
  const [unit, length] = Object.entries(units).find(([, length]) => ms % length === 0) ?? ['m', MINUTE_MS];
  return `${ms / length}${unit}`;
}
