/**
 * Parses a JSON value into the canonical value of a field, or refuses it with a message that says what is allowed. One
 * table covers all kinds of field.
 */
import {
  type BooleanField,
  type DateField,
  type DecimalField,
  type EnumField,
  type Field,
  type IntField,
  type ItemField,
  type ListField,
  type ObjectField,
  type ReferenceField,
  recordType,
  type TextField,
  type TextsField,
  type TimestampField,
  type ValueField,
} from '../../catalogue/index.ts';
import { scale } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { nearest } from '../../lib/nearest.ts';
import { formatTimestamp, parseDate, parseTimestamp } from '../../lib/time.ts';
import { minimumLength } from './defaults.ts';

/** Any field but a list, whose items have faults and places of their own. */
export type ValueKindField = Exclude<Field | ItemField, ListField>;

/** Reason for refusing a value: a phrase that follows the name of its position. */
export class Wrong {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export type ReadValue = (value: Json) => Json | Wrong;

/** Made once per field, because what is allowed is worded from the declaration. */
export function valueReader(field: ValueKindField): ReadValue {
  const allowed = `must be ${byKind[field.kind].allows(field as never)}${field.nullable ? ', or null' : ''}`;
  const read = byKind[field.kind].read as (value: Json, field: ValueKindField) => Json | undefined | Wrong;
  const nullable = field.nullable === true;
  const refused = new Wrong(allowed);
  return (value) => {
    if (value === null) return nullable ? null : refused;
    const result = read(value, field);
    if (result === undefined) return refused;
    return result instanceof Wrong ? new Wrong(`${allowed}${result.message}`) : result;
  };
}

/** `read` gives undefined for a plain refusal, or a Wrong with something to add to what is allowed. */
interface Kind<F> {
  allows(field: F): string;
  read(value: Json, field: F): Json | undefined | Wrong;
}

const byKind: { [K in ValueKindField['kind']]: Kind<Extract<ValueKindField, { kind: K }>> } = {
  text: { allows: allowsText, read: readText },
  int: { allows: () => 'a whole number from -(2^53-1) to 2^53-1', read: readInt },
  decimal: { allows: allowsDecimal, read: readDecimal },
  boolean: { allows: () => 'true or false', read: readBoolean },
  timestamp: {
    allows: () => 'a timestamp such as 2026-01-31T09:30:00Z or 2026-01-31T11:30:00+02:00',
    read: readTimestamp,
  },
  date: { allows: () => 'a date such as 2026-01-31', read: readDate },
  enum: { allows: ({ values }: EnumField) => `one of ${values.join(', ')}`, read: readEnum },
  reference: {
    allows: ({ to }) => `the ID of ${article(recordType(to).singular)}, a whole number from 1`,
    read: readReference,
  },
  object: { allows: ({ maxBytes }) => `an object of at most ${maxBytes} bytes of JSON`, read: readObject },
  value: { allows: () => 'any JSON value', read: (value: Json, _field: ValueField) => value },
  texts: { allows: ({ max }) => `an array of texts of at most ${max} characters`, read: readTexts },
};

function allowsText(field: TextField): string {
  const least = minimumLength(field);
  const length = least === 0 ? `at most ${field.max} characters` : `1 to ${field.max} characters`;
  return field.format === 'email' ? `an e-mail address of ${length}` : `text of ${length}`;
}

function readText(value: Json, field: TextField): Json | undefined | Wrong {
  if (typeof value !== 'string') return undefined;
  if (minimumLength(field) > 0 && isBlank(value)) return new Wrong(value === '' ? '; it is empty' : '; it is blank');
  const length = lengthOf(value, field.max);
  if (length > field.max) return new Wrong(`; it has ${length}`);
  if (field.format === 'email' && !EMAIL.test(value)) return undefined;
  return value;
}

/** True if the text is only whitespace: a record with such a name could not be found again. */
function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * Minimal pattern of an e-mail address: one @ with text on either side and no space. Only sending a message could check
 * more.
 */
export const EMAIL = /^[^\s@]+@[^\s@]+$/u;

/** Returns the length in code points. It never exceeds the number of UTF-16 units, so most texts need no count. */
function lengthOf(text: string, max: number): number {
  if (text.length <= max) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function readInt(value: Json, _field: IntField): Json | undefined {
  // Adding 0 makes 0 of -0.
  return typeof value === 'number' && Number.isSafeInteger(value) ? value + 0 : undefined;
}

function allowsDecimal({ places, atLeast, above }: DecimalField): string {
  const bounds = above !== undefined ? `above ${above} and` : atLeast !== undefined ? `not below ${atLeast} and` : '';
  return bounds === ''
    ? `a number between -10^11 and 10^11 with at most ${places} decimal places`
    : `a number ${bounds} below 10^11 with at most ${places} decimal places`;
}

function readDecimal(value: Json, field: DecimalField): Json | undefined {
  if (typeof value !== 'number' || scale(value, field.places) === undefined) return undefined;
  if (field.atLeast !== undefined && value < field.atLeast) return undefined;
  if (field.above !== undefined && value <= field.above) return undefined;
  return value + 0;
}

function readBoolean(value: Json, _field: BooleanField): Json | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function readTimestamp(value: Json, _field: TimestampField): Json | undefined {
  const instant = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return instant === undefined ? undefined : formatTimestamp(instant);
}

function readDate(value: Json, _field: DateField): Json | undefined | Wrong {
  if (typeof value !== 'string') return undefined;
  return parseDate(value) ?? (parseDate(value.slice(0, 10)) === undefined ? undefined : new Wrong(', without a time'));
}

function readEnum(value: Json, { values }: EnumField): Json | undefined | Wrong {
  if (typeof value !== 'string') return undefined;
  if (values.includes(value)) return value;
  const near = nearest(value, values);
  return near === undefined ? undefined : new Wrong(`. Did you mean ${near}?`);
}

function readReference(value: Json, _field: ReferenceField): Json | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

/** Nesting is limited where JSON is read and patches are applied. */
function readObject(value: Json, { maxBytes }: ObjectField): Json | undefined | Wrong {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > maxBytes ? new Wrong(`; it has ${bytes}`) : value;
}

function readTexts(value: Json, { max }: TextsField): Json | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.every((text) => typeof text === 'string' && lengthOf(text, max) <= max) ? value : undefined;
}

export function article(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
