/**
 * Input -> a record's fields: every field of the type, in its order, each in its canonical form. All faults are collected, so
 * that a client can mend them in one go. What only other records or the states can tell is not judged here.
 */
import { type Field, fieldsOf, type ItemField, type ListField, type RecordType } from '../catalogue/index.ts';
import { escapePointer, type Json, type JsonObject, sameJson } from '../kernel/json.ts';
import { nearest } from '../kernel/nearest.ts';
import type { Fault, Problem } from '../problems.ts';
import { defaultOf, isGivenNumber, positionOf } from './defaults.ts';
import { article, type ReadValue, valueReader, Wrong } from './field-values.ts';
import { fault, invalidRecord, MAX_FAULTS } from './refusals.ts';
import type { RecordFields } from './store.ts';

/** A record in the making: rules still put in what follows from other fields. Read-only fields are null until then. */
export type FieldsInTheMaking = { [field: string]: Json };

/**
 * A new record, or with `before` what a patch made of an existing one. Values a patch left alone are not read again: they
 * were judged when they came in, and a record kept under older rules can still be changed.
 */
export function validateRecord(type: RecordType, input: Json, before?: RecordFields): FieldsInTheMaking | Problem {
  if (!isObject(input))
    return invalidRecord(type, [fault('', `must be an object with the fields of ${article(type.singular)}`)]);
  const plan = planOf(type);
  const faults: Fault[] = [];
  const fields: FieldsInTheMaking = {};
  let given = 0;
  for (const { name, pointer, readOnly, missing, read } of plan.entries) {
    const value = Object.hasOwn(input, name) ? input[name]! : undefined;
    if (value !== undefined) given++;
    if (before !== undefined && value !== undefined && value === before[name]) fields[name] = value;
    else if (readOnly) fields[name] = keepReadOnly(value, before?.[name], pointer, faults);
    else if (value !== undefined) fields[name] = read(value, pointer, faults, before?.[name]);
    else if (missing !== undefined) fields[name] = missing;
    else if (before === undefined && isGivenNumber(type, name)) fields[name] = null;
    else note(faults, pointer, before === undefined ? 'is required' : 'cannot be removed: it is required');
  }
  const keys = Object.keys(input);
  if (keys.length > given) noteUnknown(keys, plan.names, '', article(type.singular), faults);
  return faults.length === 0 ? fields : invalidRecord(type, faults);
}

/** A patch may name a read-only field as long as its value stays; a new record may not name one at all. */
function keepReadOnly(value: Json | undefined, before: Json | undefined, pointer: string, faults: Fault[]): Json {
  if (before === undefined) {
    if (value !== undefined) note(faults, pointer, 'is read-only: the service sets it');
    return null;
  }
  if (value === undefined || !sameJson(value, before)) note(faults, pointer, 'is read-only and cannot be changed');
  return before;
}

interface Plan {
  readonly entries: readonly Entry[];
  readonly names: ReadonlyMap<string, unknown>;
}

interface Entry {
  readonly name: string;
  readonly pointer: string;
  readonly readOnly: boolean;
  /** What the field holds when it is not given; undefined where it must be. */
  readonly missing: Json | undefined;
  /** Gives the canonical value, and notes its faults. */
  readonly read: (value: Json, pointer: string, faults: Fault[], before: Json | undefined) => Json;
}

function planOf(type: RecordType): Plan {
  let plan = plans.get(type);
  if (plan === undefined) {
    const fields = Object.entries(fieldsOf(type));
    plan = { entries: fields.map(([name, field]) => entryOf(name, field)), names: new Map(fields) };
    plans.set(type, plan);
  }
  return plan;
}
const plans = new WeakMap<RecordType, Plan>();

function entryOf(name: string, field: Field): Entry {
  const read = field.kind === 'list' ? listReader(name, field) : single(valueReader(field));
  return { name, pointer: `/${name}`, readOnly: field.readOnly === true, missing: defaultOf(field), read };
}

function single(read: ReadValue): Entry['read'] {
  return (value, pointer, faults) => {
    const result = read(value);
    if (!(result instanceof Wrong)) return result;
    note(faults, pointer, result.message);
    return value;
  };
}

/** Each item gets every item field, in its order; items that the record held already are taken over as they are. */
function listReader(list: string, field: ListField): Entry['read'] {
  const plan = Object.entries(field.items).map(([name, item]) => itemEntryOf(name, item));
  const names = new Map(Object.entries(field.items));
  const position = positionOf(field);
  const itemName = `an item of ${list}`;

  return (value, pointer, faults, before) => {
    if (!Array.isArray(value)) {
      note(faults, pointer, 'must be an array of objects');
      return value;
    }
    const known = new Set(Array.isArray(before) ? before : []);
    const numbered = position === undefined ? value : numberItems(value, position);
    const items = numbered.map((item, index) =>
      known.has(item) || faults.length >= MAX_FAULTS ? item : readItem(item, `${pointer}/${index}`, faults),
    );
    if (field.key !== undefined) noteRepeats(items, field.key, pointer, faults);
    return items;
  };

  function readItem(item: Json, pointer: string, faults: Fault[]): Json {
    if (!isObject(item)) {
      note(faults, pointer, 'must be an object');
      return item;
    }
    const fields: JsonObject = {};
    let given = 0;
    for (const { name, missing, read } of plan) {
      if (Object.hasOwn(item, name)) {
        given++;
        const result = read(item[name]!);
        if (result instanceof Wrong) note(faults, `${pointer}/${name}`, result.message);
        else fields[name] = result;
      } else if (missing !== undefined) fields[name] = missing;
      else note(faults, `${pointer}/${name}`, 'is required');
    }
    const keys = Object.keys(item);
    if (keys.length > given) noteUnknown(keys, names, pointer, itemName, faults);
    return fields;
  }
}

function itemEntryOf(name: string, field: ItemField): { name: string; missing: Json | undefined; read: ReadValue } {
  return { name, missing: defaultOf(field), read: valueReader(field) };
}

/** An item without a number gets its position, or the next number above all others where that one is taken. */
function numberItems(items: readonly Json[], key: string): Json[] {
  const taken = new Set<Json>();
  let highest = items.length;
  for (const item of items) {
    if (!isObject(item) || !Object.hasOwn(item, key)) continue;
    taken.add(item[key]!);
    if (typeof item[key] === 'number') highest = Math.max(highest, item[key]);
  }
  return items.map((item, index) => {
    if (!isObject(item) || Object.hasOwn(item, key)) return item;
    const number = taken.has(index + 1) ? ++highest : index + 1;
    taken.add(number);
    return { ...item, [key]: number };
  });
}

function noteRepeats(items: readonly Json[], key: string, pointer: string, faults: Fault[]): void {
  const firstAt = new Map<Json, number>();
  for (const [index, item] of items.entries()) {
    const value = isObject(item) ? item[key] : undefined;
    if (value === undefined) continue;
    const first = firstAt.get(value);
    if (first === undefined) firstAt.set(value, index);
    else note(faults, `${pointer}/${index}/${key}`, `repeats that of ${pointer}/${first}: no two may be the same`);
  }
}

function noteUnknown(
  keys: readonly string[],
  names: ReadonlyMap<string, unknown>,
  pointer: string,
  owner: string,
  faults: Fault[],
): void {
  for (const key of keys) {
    if (names.has(key)) continue;
    const near = nearest(key, [...names.keys()]);
    const message = `is not a field of ${owner}${near === undefined ? '' : `. Did you mean ${near}?`}`;
    // The name comes from the client: one too long to be a name is not sent back.
    if (key.length > LONGEST_NAME) note(faults, pointer, `has a name of ${key.length} characters that ${message}`);
    else note(faults, `${pointer}/${escapePointer(key)}`, message);
    if (faults.length >= MAX_FAULTS) return;
  }
}
const LONGEST_NAME = 100;

function note(faults: Fault[], pointer: string, message: string): void {
  if (faults.length < MAX_FAULTS) faults.push(fault(pointer, message));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
