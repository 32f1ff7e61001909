/** What can be listed: the properties of a kind of item, by which its lists are filtered and ordered. */
import { type Field, fieldsOf, type RecordTypeName, recordTypes } from '../../catalogue/index.ts';

/** Records, and just as well subscriptions and deliveries: one set of rules serves every list. */
export interface Listable {
  /** Every property an item is asked for by, in canonical case. Objects and lists are among them, so that a refusal can name them. */
  readonly properties: ReadonlyMap<string, Field>;
  /** The property that no two items share: the last key of every order. */
  readonly key: string;
  /** Whether its lists begin at the highest key where no order is asked for. */
  readonly newestFirst?: true;
  /** Whether items carry a `Deleted` flag, which hides them unless asked for. */
  readonly deletable: boolean;
  /** What `fields` may name, in the order of an item, where items show more than their properties. */
  readonly shown?: readonly string[];
  /** What `search` looks through; absent where nothing is searched. */
  readonly search?: readonly string[];
}

export function listableRecords(type: RecordTypeName): Listable {
  return records.get(type)!;
}
const records = new Map<RecordTypeName, Listable>(
  recordTypes.map((type) => [
    type.name,
    { properties: new Map(Object.entries(fieldsOf(type))), key: 'ID', deletable: true, search: type.search },
  ]),
);

export interface Property {
  readonly name: string;
  readonly field: Field;
}

/** The property a client names, without regard to case. */
export function findProperty(listable: Listable, name: string): Property | undefined {
  let properties = byLowerName.get(listable);
  if (properties === undefined) {
    properties = new Map();
    for (const [own, field] of listable.properties) properties.set(own.toLowerCase(), { name: own, field });
    byLowerName.set(listable, properties);
  }
  return properties.get(name.toLowerCase());
}
const byLowerName = new WeakMap<Listable, Map<string, Property>>();
