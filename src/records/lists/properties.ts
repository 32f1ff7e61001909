/** Properties of a kind of item, by which its lists are filtered and ordered. */
import { type Field, fieldsOf, type RecordTypeName, recordTypes } from '../../catalogue/index.ts';

/** Records, and just as well subscriptions and deliveries: one set of rules serves every list. */
export interface Listable {
  /**
   * All properties usable in queries, in canonical case. Includes objects and lists, so that a refusal can name them.
   */
  readonly properties: ReadonlyMap<string, Field>;
  /** The property that no two items share: the last key of every order. */
  readonly key: string;
  /** True if lists without an explicit order start at the highest key. */
  readonly newestFirst?: true;
  /** True if items have a `Deleted` flag, which hides them by default. */
  readonly deletable: boolean;
  /** Names valid in `fields`, in the order of an item; present if items show more than their properties. */
  readonly shown?: readonly string[];
  /** Properties that `search` covers; absent if search is unsupported. */
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
