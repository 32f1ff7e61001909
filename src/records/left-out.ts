/** Values that a write leaves out and that other records have: a line of an order takes the unit and cost of the product it names. */
import type { DefaultFrom, RecordType, RecordTypeName } from '../catalogue/index.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Problem } from '../problems.ts';
import type { Draft } from './draft.ts';
import { fault, invalidRecord } from './refusals.ts';
import type { Found, Need, RecordFields } from './store.ts';

/** One field of one item, and the field of another record that has its value. */
export interface LeftOutValue {
  readonly list: string;
  readonly index: number;
  readonly name: string;
  readonly from: { readonly type: RecordTypeName; readonly id: number; readonly field: string };
}

/** The records are read one by one inside the transaction, where every other write waits for them. */
const MAX_SOURCES = 500;

/** `given` is the record as the write has it, before any default. */
export function findLeftOut({ type, after }: Draft, given: JsonObject): readonly LeftOutValue[] | Problem {
  const values: LeftOutValue[] = [];
  for (const { list, name, to, defaultFrom } of inheritingFieldsOf(type)) {
    const items = after[list] as readonly JsonObject[];
    const givenItems = given[list] as readonly JsonObject[] | undefined;
    for (const [index, item] of givenItems?.entries() ?? []) {
      const id = items[index]![defaultFrom.reference];
      if (typeof id !== 'number' || Object.hasOwn(item, name)) continue;
      values.push({ list, index, name, from: { type: to, id, field: defaultFrom.field } });
    }
  }
  const sources = new Set(values.map(({ from }) => `${from.type} ${from.id}`));
  if (sources.size <= MAX_SOURCES) return values;
  const [{ list, from }] = values as [LeftOutValue];
  const message = `must not leave values to more than ${MAX_SOURCES} ${from.type} in one write: give them, or add fewer at a time`;
  return invalidRecord(type, [fault(`/${list}`, message)]);
}

export function leftOutNeeds(values: readonly LeftOutValue[]): Need[] {
  const sources = new Map(values.map(({ from: { type, id } }) => [`${type} ${id}`, { type, id }]));
  return Array.from(sources.values(), (source) => ({ need: 'record', ...source }));
}

/** A copy, because the other records may be others when it is decided again. One that was deleted since still has its values. */
export function withLeftOut(draft: Draft, values: readonly LeftOutValue[], found: Found): Draft {
  const after = { ...draft.after };
  const sources = new Map<string, RecordFields | undefined>();
  for (const list of new Set(values.map(({ list }) => list))) {
    const items = [...(after[list] as readonly JsonObject[])];
    for (const { index, name, from } of values.filter((one) => one.list === list)) {
      const value = sourceOf(from)?.[from.field] ?? null;
      if (value !== null) items[index] = { ...items[index], [name]: value };
    }
    after[list] = items;
  }
  return { ...draft, after };

  function sourceOf({ type, id }: LeftOutValue['from']): RecordFields | undefined {
    const key = `${type} ${id}`;
    if (!sources.has(key)) {
      const record = found.record(type, id);
      sources.set(key, record === undefined || record === 'missing' ? undefined : JSON.parse(record.text));
    }
    return sources.get(key);
  }
}

interface InheritingField {
  readonly list: string;
  readonly name: string;
  /** The type that the reference leads to. */
  readonly to: RecordTypeName;
  readonly defaultFrom: DefaultFrom;
}

function inheritingFieldsOf(type: RecordType): readonly InheritingField[] {
  const known = inheritingFields.get(type) ?? findInheritingFields(type);
  inheritingFields.set(type, known);
  return known;
}
const inheritingFields = new WeakMap<RecordType, readonly InheritingField[]>();

function findInheritingFields({ fields }: RecordType): InheritingField[] {
  return Object.entries(fields).flatMap(([list, field]) => {
    if (field.kind !== 'list') return [];
    return Object.entries(field.items).flatMap(([name, { defaultFrom }]) => {
      const reference = defaultFrom && field.items[defaultFrom.reference];
      return reference?.kind === 'reference' ? [{ list, name, to: reference.to, defaultFrom: defaultFrom! }] : [];
    });
  });
}
