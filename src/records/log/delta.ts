/**
 * Delta of a change: the previous values of the changed fields, as JSON. It restores the previous version from the next
 * one, byte for byte.
 */
import type { Json } from '../../lib/json.ts';
import { eachMember } from '../../lib/json-members.ts';
import type { RecordFields } from '../store.ts';

/**
 * Fields of a record in order, each with its value as unparsed JSON. A record may have a quarter of a megabyte, and one
 * request may process many versions, so values that are only passed on stay unparsed.
 */
export type WrittenFields = ReadonlyMap<string, string>;

/** Under no name that a field can have: fields that the version before did not know, which a later program had brought. */
const UNKNOWN = '';

/** `differing`: the fields that a change gave another value. */
export function valuesBefore(before: RecordFields, differing: readonly string[]): string {
  const values: { [field: string]: Json } = {};
  const unknown: string[] = [];
  for (const field of differing) {
    const value = before[field];
    if (value === undefined) unknown.push(field);
    else values[field] = value;
  }
  return JSON.stringify(unknown.length === 0 ? values : { ...values, [UNKNOWN]: unknown });
}

/** Throws where it is no object. Whether the values are what they should be, it does not look. */
export function writtenFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let end = 0;
  let isPlain = text.startsWith('{');
  eachMember(text, (name, at, from, to) => {
    isPlain &&= at === end + 1 && text[end] === (end === 0 ? '{' : ',');
    isPlain &&= from === at + name.length + 3 && text[from - 1] === ':';
    fields.set(name, text.slice(from, to));
    end = to;
  });
  const isWhole = text.slice(Math.max(end, 1)) === '}';
  // Written in another way, or damaged: that it does not look at by itself.
  if (!isPlain || !isWhole) JSON.parse(text);
  return fields;
}

export function textOf(fields: WrittenFields): string {
  return `{${Array.from(fields, ([name, value]) => `"${name}":${value}`).join(',')}}`;
}

/** The version before. Fields keep their places, so its text has their order. */
export function takeBack(after: WrittenFields, delta: string): WrittenFields {
  const before = new Map(after);
  for (const [field, value] of writtenFields(delta)) {
    if (field !== UNKNOWN) before.set(field, value);
    else for (const unknown of JSON.parse(value) as string[]) before.delete(unknown);
  }
  return before;
}

/** The fields a delta speaks of, with their values before. */
export function valuesIn(delta: string): WrittenFields {
  const values = writtenFields(delta);
  values.delete(UNKNOWN);
  return values;
}
