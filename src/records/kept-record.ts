/**
 * Judges the text of a record that comes from elsewhere as it was kept there, with what the service itself has put in: by the
 * same reading, states and rules as a body that comes by the API. What only other records can tell is not judged here.
 */
import { fieldsOf, type RecordType } from '../catalogue/index.ts';
import { ANY_MEMBERS, type Json, type JsonObject, parseJson, sameJson } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import type { Author, RecordFields } from './store.ts';
import { MAX_RECORD_BYTES } from './writes/change.ts';
import type { RecordDraft } from './writes/draft.ts';
import { valueReader, Wrong } from './writes/field-values.ts';
import { type RecordReference, referencesSet } from './writes/references.ts';
import { ruleOf } from './writes/rules/index.ts';
import { validateRecord } from './writes/validate.ts';

export type KeptRecord = { readonly fields: RecordFields } | { readonly fault: string };

export function readKept(type: RecordType, text: string): KeptRecord {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RECORD_BYTES) return { fault: `has ${bytes} bytes; at most ${MAX_RECORD_BYTES} are allowed` };
  const parsed = parseJson(text, 0, ANY_MEMBERS);
  if (!parsed.ok)
    return { fault: `is no JSON that can be kept${parsed.at ? ` at ${parsed.at}` : ''}: ${parsed.message}` };
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'is no object' };
  const made = remade(type, value);
  if (typeof made === 'string') return { fault: made };
  const fault = faultOfStamps(type, made) ?? difference(value, made, text);
  return fault === undefined ? { fields: made } : { fault };
}

/** All that it points at, nested ones included. */
export function referencesIn(type: RecordType, fields: RecordFields): readonly RecordReference[] {
  return referencesSet(type, undefined, fields);
}

/** The author of records that an account file brings along. */
const SYSTEM: Author = { kind: 'system', id: null, name: null, email: '' };

/** The record as this service would have made it of what is given, or what is wrong. */
function remade(type: RecordType, given: JsonObject): JsonObject | string {
  const all = Object.entries(fieldsOf(type));
  const written = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (isReadOnly(type, name) ? [] : [[name, legible(value)]])),
  );
  const read = validateRecord(type, written);
  if (read instanceof Problem) return told(read);
  const after: JsonObject = {};
  for (const [name, field] of all) {
    if (!Object.hasOwn(given, name)) return `/${name} is missing`;
    if (!field.readOnly || field.kind === 'list') after[name] = asGiven(read[name]!, given[name]!);
    else {
      const value = valueReader(field)(given[name]!);
      if (value instanceof Wrong) return `/${name} ${value.message}`;
      after[name] = value;
    }
  }
  if (!((after.ID as number) >= 1)) return '/ID must be a whole number from 1';
  const draft: RecordDraft = { type, by: SYSTEM, before: undefined, after, names: () => true, entered: undefined };
  const refusal = ruleOf(type).settle?.(draft);
  return refusal === undefined ? after : told(refusal);
}

/** A name of blanks alone was taken once, in lists too, and a record that has one is kept. */
function legible(value: Json): Json {
  if (isBlank(value)) return (value as string).replaceAll(/\s/gu, '_');
  if (Array.isArray(value)) return value.map(legible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, legible(one)]));
}

/** Restores the original values that `legible` replaced before validation. */
function asGiven(read: Json, given: Json | undefined): Json {
  if (given === undefined || isBlank(given)) return given ?? read;
  if (typeof read !== 'object' || read === null || typeof given !== 'object' || given === null) return read;
  if (Array.isArray(read)) return read.map((item, n) => asGiven(item, (given as Json[])[n]));
  return Object.fromEntries(
    Object.entries(read).map(([name, one]) => [name, asGiven(one, (given as JsonObject)[name])]),
  );
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value !== '' && value.trim() === '';
}

function isReadOnly(type: RecordType, name: string): boolean {
  return Object.hasOwn(fieldsOf(type), name) && fieldsOf(type)[name]!.readOnly === true;
}

function told({ errors, detail }: Problem): string {
  const [first] = errors ?? [];
  return first !== undefined && 'pointer' in first ? `${first.pointer} ${first.message}` : detail;
}

/** A state has the stamp that it lives by, and no stamp of a state it cannot have been in. */
function faultOfStamps({ states }: RecordType, fields: RecordFields): string | undefined {
  const status = fields.Status as string;
  for (const [state, { field, moves, keptIn = [] }] of Object.entries(states?.stamps ?? {})) {
    if (!moves) continue;
    if (status === state && fields[field] === null) return `/${field} must not be null for ${state}`;
    if (status !== state && !keptIn.includes(status) && fields[field] !== null) {
      return `/${field} belongs to ${state}, but the record is ${status}`;
    }
  }
  return undefined;
}

/** Answers, patches and hashes rely on the text: its fields, their order and their form are the service's own. */
function difference(given: JsonObject, made: JsonObject, text: string): string | undefined {
  if (JSON.stringify(made) === text) return undefined;
  const field = Object.keys(made).find((name) => !sameJson(made[name]!, given[name]!));
  if (field === undefined) return 'is not written as this service writes it';
  return `/${field} should be ${JSON.stringify(made[field]).slice(0, 100)}`;
}
