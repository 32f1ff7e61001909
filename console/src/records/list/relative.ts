/**
 * Relative values for saved links: `@now`, `@today`, `@today-7d`, `@me`. They apply to timestamps, dates and
 * references, where no literal begins with `@`. Requests contain their current meaning.
 */
import { formatLocalTime, parseLocalTime } from '../../parts/local-time.ts';
import { findField, type TypeDescription } from '../description.ts';
import type { ChipValue, FilterChip, ListQuery } from './chip.ts';

export interface RelativeContext {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly timeZone: string;
  /** Returns the user's ID in the referenced type, or undefined if there is none. */
  me(type: string): number | undefined;
}

export function resolveRelativeValues(type: TypeDescription, query: ListQuery, meaning: RelativeContext): ListQuery {
  return { ...query, chips: query.chips.map((chip) => resolveChip(type, chip, meaning)) };
}

function resolveChip(type: TypeDescription, chip: FilterChip, meaning: RelativeContext): FilterChip {
  if (!('field' in chip) || chip.is === 'contains') return chip;
  const field = findField(type, chip.field);
  if (field === undefined) return chip;
  const resolved = (value: string) => resolveValue(field.kind, field.to, value, meaning);
  const each = (value: ChipValue) => (value === null ? null : resolved(value));
  if (chip.is === 'range') {
    return {
      ...chip,
      ...(chip.from && { from: { ...chip.from, value: resolved(chip.from.value) } }),
      ...(chip.to && { to: { ...chip.to, value: resolved(chip.to.value) } }),
    };
  }
  return { ...chip, values: chip.values.map(each) };
}

/** True if the meaning of the query changes with time. */
export function hasRelativeValue({ chips }: ListQuery): boolean {
  const texts = chips.flatMap((chip) =>
    chip.is === 'range'
      ? [chip.from?.value ?? '', chip.to?.value ?? '']
      : chip.is === 'any' || chip.is === 'none'
        ? chip.values
        : [],
  );
  return texts.some((text) => text !== null && /^@(now|today)/i.test(text));
}

export const RELATIVE_TIME_PATTERN = /^@(now|today)(?:([+-])([0-9]{1,4})d)?$/i;
const DAY_MS = 86_400_000;

function resolveValue(kind: string, to: string | undefined, value: string, meaning: RelativeContext): string {
  // 0 is no valid ID: without such a person, nothing matches.
  if (kind === 'reference' && value.toLowerCase() === '@me') return String(meaning.me(to ?? '') ?? 0);
  const found = RELATIVE_TIME_PATTERN.exec(value);
  if (found === null || (kind !== 'timestamp' && kind !== 'date')) return value;
  const [, word, sign, days = '0'] = found;
  const moved = (sign === '-' ? -1 : 1) * Number(days);
  if (kind === 'date') return localDay(meaning.timeZone, meaning.now, moved);
  if (word!.toLowerCase() === 'now') return new Date(meaning.now + moved * DAY_MS).toISOString();
  return startOfDay(localDay(meaning.timeZone, meaning.now, moved), meaning.timeZone);
}

/** Returns the date in the time zone, moved by `days`: `2026-03-01`. */
export function localDay(timeZone: string, at: number, days = 0): string {
  const day = formatLocalTime(new Date(at).toISOString(), timeZone).slice(0, 10);
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the instant at which a day begins in the time zone, also on days with a clock change. */
export function startOfDay(day: string, timeZone: string): string {
  return parseLocalTime(`${day}T00:00`, timeZone) ?? `${day}T00:00:00.000Z`;
}
