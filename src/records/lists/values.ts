/**
 * Parses the text of a filter into a value of the property's type. Refuses invalid text with the expected form.
 *
 * - int and reference: digits with an optional sign; leading zeros do not matter (`007` is 7); `7.0` and `1e3` are not
 *   integers; nothing beyond 2^53-1. A reference is read as an integer, so 0 and -1 are values that match nothing.
 * - decimal: as JSON writes it, exponents included, because answers show 1e-7; a leading `+` and leading zeros are
 *   allowed. More places than the property keeps, or |x| >= 10^11, can equal nothing and are refused.
 * - boolean: true or false in any case. Enum: one of its values, case-sensitive. Text: as it stands, empty included.
 * - timestamp: any offset; a date alone is its first instant, UTC. Date: YYYY-MM-DD only.
 */
import type {
  BooleanField,
  DateField,
  DecimalField,
  EnumField,
  IntField,
  ReferenceField,
  ScalarField,
  ScalarKind,
  TimestampField,
} from '../../catalogue/index.ts';
import { scale } from '../../lib/decimal.ts';
import { dateStart, parseDate, parseTimestamp } from '../../lib/time.ts';
import { didYouMean, quoted } from './faults.ts';
import type { Scalar } from './plan.ts';

export type ParsedValue = { readonly value: Scalar } | { readonly wrong: string };

export function readValue(field: ScalarField, text: string): ParsedValue {
  if (field.kind !== 'text') {
    if (text === '') return wrong(`The value is empty. Write ${asked(field)}${field.nullable ? ', or null' : ''}.`);
    if (/^null$/i.test(text)) return wrong(`${quoted(text)} cannot be read. Write null in lower case.`);
  }
  return byKind[field.kind](text, field as never);
}

const byKind = {
  text: (text: string) => ({ value: text }),
  int: readInt,
  reference: readInt,
  decimal: readDecimal,
  boolean: readBoolean,
  timestamp: readTimestamp,
  date: readDate,
  enum: readEnum,
} satisfies Record<ScalarKind, (text: string, field: never) => ParsedValue>;

/** Returns the expected form of a value, with an example. */
function asked(field: ScalarField): string {
  return field.kind === 'enum' ? `one of ${field.values.join(', ')}` : askedByKind[field.kind];
}
const askedByKind = {
  text: 'text',
  int: 'a whole number such as 42',
  reference: 'the ID of a record such as 42',
  decimal: 'a number such as 12.5',
  boolean: 'true or false',
  timestamp: 'a date, or a timestamp with Z or an offset such as 2026-01-31T09:30:00Z',
  date: 'a date such as 2026-01-31',
} satisfies Record<Exclude<ScalarKind, 'enum'>, string>;

function readInt(text: string, field: IntField | ReferenceField): ParsedValue {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return wrong(`${quoted(text)} is not a whole number. Write ${asked(field)}.${plusHint(text)}`);
  }
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    return wrong(`${quoted(text)} is beyond the integers kept here. Write one from -(2^53-1) to 2^53-1.`);
  }
  return { value: value + 0 };
}

function readDecimal(text: string, field: DecimalField): ParsedValue {
  const parts = /^[+-]?(?=\.?[0-9])([0-9]*)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/i.exec(text);
  if (parts === null) return wrong(`${quoted(text)} is not a number. Write ${asked(field)}.${plusHint(text)}`);
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const value = Number(text);
  if (!(Math.abs(value) < 1e11)) return wrong(`${quoted(text)} is out of range. Write a number below 10^11.`);
  const places = fraction.length - trailingZeros(whole + fraction) - Number(exponent);
  if (places > field.places || scale(value, field.places) === undefined) {
    return wrong(`${quoted(text)} has too many decimal places. Write at most ${field.places}.`);
  }
  return { value: value + 0 };
}

/** Places are counted by the digits written, because a long tail of them vanishes in the conversion to a number. */
function trailingZeros(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  // Zero has no places at all, however it is written.
  return end === 0 ? Number.POSITIVE_INFINITY : digits.length - end;
}

function readBoolean(text: string, field: BooleanField): ParsedValue {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return wrong(`${quoted(text)} is not a boolean. Write ${asked(field)}.`);
}

function readTimestamp(text: string, field: TimestampField): ParsedValue {
  const date = parseDate(text);
  const value = date === undefined ? parseTimestamp(text) : dateStart(date);
  if (value !== undefined) return { value };
  const hint = text.includes(' ')
    ? ' A + in a query string is a space: write the + of an offset as %2B, and a T between date and time.'
    : '';
  return wrong(`${quoted(text)} is not a timestamp. Write ${asked(field)}.${hint}`);
}

function readDate(text: string, field: DateField): ParsedValue {
  const value = parseDate(text);
  if (value !== undefined) return { value };
  const day = parseDate(text.slice(0, 10));
  if (day !== undefined) return wrong(`${quoted(text)} is more than a date. Write ${day} alone.`);
  return wrong(`${quoted(text)} is not a date. Write ${asked(field)}.`);
}

function readEnum(text: string, { values }: EnumField): ParsedValue {
  if (values.includes(text)) return { value: text };
  return wrong(`${quoted(text)} is not one of ${values.join(', ')} (case matters).${didYouMean(text, values)}`);
}

function plusHint(text: string): string {
  return text.startsWith(' ') ? ' A + in a query string is a space: leave it off, or write %2B.' : '';
}

function wrong(message: string): ParsedValue {
  return { wrong: message };
}
