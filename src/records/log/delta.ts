/**
 * What a change took away: the values before it of the fields it changed, as JSON. With them the version before is found
 * again from the one after, byte for byte.
 */
import { type Json, type JsonObject, sameJson } from '../../kernel/json.ts';
import type { RecordFields } from '../store.ts';

/** Under no name that a field can have: fields that the version before did not know, which a later program had brought. */
const UNKNOWN = '';

export function valuesBefore(before: RecordFields, after: RecordFields): string {
  const values: { [field: string]: Json } = {};
  const unknown: string[] = [];
  for (const field in after) {
    const value = before[field];
    if (value === undefined) unknown.push(field);
    else if (!sameJson(value, after[field]!)) values[field] = value;
  }
  return JSON.stringify(unknown.length === 0 ? values : { ...values, [UNKNOWN]: unknown });
}

/** The version before. Fields keep their places, so its text has their order. */
export function takeBack(after: RecordFields, delta: string): RecordFields {
  const { [UNKNOWN]: unknown, ...values } = JSON.parse(delta) as JsonObject;
  const before = { ...after, ...values };
  if (unknown === undefined) return before;
  return Object.fromEntries(Object.entries(before).filter(([field]) => !(unknown as string[]).includes(field)));
}

/** The fields a delta speaks of, with their values before. */
export function valuesIn(delta: string): RecordFields {
  const { [UNKNOWN]: _, ...values } = JSON.parse(delta) as JsonObject;
  return values;
}
