/** The calendar of the demo history, the year before `now`: busier on weekdays, in winter and in the morning. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const DAYS = 365;
// Tables instead of curves: sine and cosine may differ between engine versions.
const monthWeights = [1.45, 1.35, 1.1, 0.9, 0.85, 0.8, 0.8, 0.8, 0.9, 1.05, 1.25, 1.4];
const weekdayWeights = [0.18, 1.25, 1.15, 1.1, 1.05, 1, 0.3]; // Sunday first
const hourWeights = [1, 1, 1, 1, 1, 3, 8, 18, 24, 22, 18, 15, 11, 14, 15, 14, 11, 8, 5, 4, 3, 2, 2, 1];

export interface Year {
  readonly start: number;
  readonly now: number;
  /** Cumulative share of all events of the year at the end of each hour. */
  readonly shares: Float64Array;
}

export function yearBefore(now: number): Year {
  const start = now - DAYS * DAY;
  const shares = new Float64Array(DAYS * 24);
  let sum = 0;
  for (let hour = 0; hour < shares.length; hour++) {
    const day = new Date(start + hour * HOUR);
    sum += monthWeights[day.getUTCMonth()]! * weekdayWeights[day.getUTCDay()]! * hourWeights[day.getUTCHours()]!;
    shares[hour] = sum;
  }
  return { start, now, shares: shares.map((share) => share / sum) };
}

/** Returns the time by which the given share (0 to 1) of a year's events has happened. */
export function momentAt(year: Year, share: number): number {
  const hour = firstHourBeyond(year.shares, share);
  const before = hour === 0 ? 0 : year.shares[hour - 1]!;
  const within = (share - before) / (year.shares[hour]! - before);
  return year.start + hour * HOUR + Math.min(HOUR - 1, Math.floor(within * HOUR));
}

function firstHourBeyond(shares: Float64Array, share: number): number {
  let low = 0;
  let high = shares.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle]! > share) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the next time at or after `moment` at which a workshop is open, or `moment` itself if that time would be
 * after `latest`.
 */
export function inWorkingHours(moment: number, latest: number): number {
  const sinceMidnight = ((moment % DAY) + DAY) % DAY;
  let open = moment;
  if (sinceMidnight < 7 * HOUR) open += 7 * HOUR - sinceMidnight + (sinceMidnight >> 2);
  else if (sinceMidnight >= 18 * HOUR) open += DAY - sinceMidnight + 7 * HOUR + ((DAY - sinceMidnight) >> 2);
  const weekday = (Math.floor(open / DAY) + 4) % 7; // the epoch began on a Thursday
  if (weekday === 6) open += 2 * DAY;
  else if (weekday === 0) open += DAY;
  return open <= latest ? open : moment;
}

/** Returns the same text as `Date.toISOString`, which took two thirds of the time to create a million tasks. */
export function timestamp(moment: number): string {
  const day = Math.floor(moment / DAY);
  const rest = moment - day * DAY;
  const minute = Math.floor(rest / MINUTE);
  const second = Math.floor((rest - minute * MINUTE) / 1_000);
  return dayText(day) + minuteTexts[minute]! + secondTexts[second]! + milliTexts[rest % 1_000]!;
}

export function timestampOrNull(moment: number | null): string | null {
  return moment === null ? null : timestamp(moment);
}

export function date(moment: number): string {
  return dayText(Math.floor(moment / DAY)).slice(0, 10);
}

/** Returns a date and the T after it. */
function dayText(day: number): string {
  const text = dayTexts.get(day) ?? new Date(day * DAY).toISOString().slice(0, 11);
  dayTexts.set(day, text);
  return text;
}
const dayTexts = new Map<number, string>();

const padded = (value: number, length: number) => String(value).padStart(length, '0');
const minuteTexts = Array.from(
  { length: 1_440 },
  (_, at) => `${padded(Math.floor(at / 60), 2)}:${padded(at % 60, 2)}:`,
);
const secondTexts = Array.from({ length: 60 }, (_, second) => `${padded(second, 2)}.`);
const milliTexts = Array.from({ length: 1_000 }, (_, milli) => `${padded(milli, 3)}Z`);
