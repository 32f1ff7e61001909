/**
 * Values that a write leaves out and that are known from elsewhere: a line of an order takes the unit and cost of the product it
 * names, and the order itself the currency of its account.
 */
import type {
  DefaultFromAccount,
  DefaultFromReference,
  ItemField,
  RecordType,
  RecordTypeName,
} from '../../catalogue/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Problem } from '../../problems.ts';
import { fault, invalidRecord } from '../refusals.ts';
import type { Found, Need, RecordFields } from '../store.ts';
import type { RecordDraft } from './draft.ts';

export interface LeftOut {
  /** Fields of the record, and the setting of the account that has the value of each. */
  readonly settings: readonly { readonly name: string; readonly setting: DefaultFromAccount['account'] }[];
  readonly items: readonly LeftOutItemValue[];
}

/** A field of an item, and the field of another record from which it takes its value. */
interface LeftOutItemValue {
  readonly list: string;
  readonly index: number;
  readonly name: string;
  readonly from: { readonly type: RecordTypeName; readonly id: number; readonly field: string };
}

/** The records are read one by one inside the transaction, where every other write waits for them. */
const MAX_SOURCES = 500;

/** `given` is the record as the write has it, before any default. */
export function findLeftOut({ type, after }: RecordDraft, given: JsonObject): LeftOut | Problem {
  const inheriting = inheritingFieldsOf(type);
  const settings = inheriting.settings.filter(({ name }) => !Object.hasOwn(given, name));
  const items: LeftOutItemValue[] = [];
  for (const { list, name, to, reference, field } of inheriting.items) {
    const complete = after[list] as readonly JsonObject[];
    const givenItems = given[list] as readonly JsonObject[] | undefined;
    for (const [index, item] of givenItems?.entries() ?? []) {
      const id = complete[index]![reference];
      if (typeof id !== 'number' || Object.hasOwn(item, name)) continue;
      items.push({ list, index, name, from: { type: to, id, field } });
    }
  }
  const sources = new Set(items.map(({ from }) => `${from.type} ${from.id}`));
  if (sources.size <= MAX_SOURCES) return { settings, items };
  const [{ list, from }] = items as [LeftOutItemValue];
  const message = `must not leave values to more than ${MAX_SOURCES} ${from.type} in one write: give them, or add fewer at a time`;
  return invalidRecord(type, [fault(`/${list}`, message)]);
}

export function isNothingLeftOut({ settings, items }: LeftOut): boolean {
  return settings.length === 0 && items.length === 0;
}

export function leftOutNeeds({ settings, items }: LeftOut): Need[] {
  const sources = new Map(items.map(({ from: { type, id } }) => [`${type} ${id}`, { type, id }]));
  const records = Array.from(sources.values(), (source): Need => ({ need: 'record', ...source }));
  return settings.length === 0 ? records : [{ need: 'account' }, ...records];
}

/** A copy, because what is found may be other when it is decided again. A record that was deleted since still has its values. */
export function withLeftOut(draft: RecordDraft, { settings, items }: LeftOut, found: Found): RecordDraft {
  const after = { ...draft.after };
  for (const { name, setting } of settings) after[name] = found.account()?.[setting] ?? after[name]!;
  const sources = new Map<string, RecordFields | undefined>();
  for (const list of new Set(items.map(({ list }) => list))) {
    const complete = [...(after[list] as readonly JsonObject[])];
    for (const { index, name, from } of items.filter((one) => one.list === list)) {
      const value = sourceOf(from)?.[from.field] ?? null;
      if (value !== null) complete[index] = { ...complete[index], [name]: value };
    }
    after[list] = complete;
  }
  return { ...draft, after };

  function sourceOf({ type, id }: LeftOutItemValue['from']): RecordFields | undefined {
    const key = `${type} ${id}`;
    if (!sources.has(key)) {
      const record = found.record(type, id);
      sources.set(key, record === undefined || record === 'missing' ? undefined : JSON.parse(record.text));
    }
    return sources.get(key);
  }
}

interface InheritingFields {
  readonly settings: LeftOut['settings'];
  /** Item fields with a default from a referenced record, with the type of that record. */
  readonly items: readonly (DefaultFromReference & {
    readonly list: string;
    readonly name: string;
    readonly to: RecordTypeName;
  })[];
}

function inheritingFieldsOf(type: RecordType): InheritingFields {
  const known = inheritingFields.get(type) ?? findInheritingFields(type);
  inheritingFields.set(type, known);
  return known;
}
const inheritingFields = new WeakMap<RecordType, InheritingFields>();

function findInheritingFields({ fields }: RecordType): InheritingFields {
  const settings = [];
  const items = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.defaultFrom !== undefined && 'account' in field.defaultFrom) {
      settings.push({ name, setting: field.defaultFrom.account });
    }
    if (field.kind === 'list') items.push(...inheritingItems(name, field.items));
  }
  return { settings, items };
}

function inheritingItems(list: string, fields: Readonly<Record<string, ItemField>>): InheritingFields['items'] {
  return Object.entries(fields).flatMap(([name, { defaultFrom }]) => {
    if (defaultFrom === undefined || 'account' in defaultFrom) return [];
    const reference = fields[defaultFrom.reference];
    return reference?.kind === 'reference' ? [{ list, name, to: reference.to, ...defaultFrom }] : [];
  });
}
