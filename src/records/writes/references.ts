/**
 * References to other records: which ones a write sets or changes, and whether those may be pointed at. References the write
 * leaves alone are not looked at, so a record can still be changed after one it points at was deleted.
 */
import { type RecordType, type RecordTypeName, type ReferenceField, recordType } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Problem } from '../../problems.ts';
import { fault, invalidRecord } from '../refusals.ts';
import { type Found, MAX_ANCESTORS, type Need, type RecordFields } from '../store.ts';
import { article } from './field-values.ts';

export interface RecordReference {
  /** JSON pointer of the reference in the record. */
  readonly pointer: string;
  readonly to: RecordTypeName;
  readonly id: number;
  /** The field, where it points at the record's own type: following it upwards must not lead back. */
  readonly upwards: string | undefined;
}

export function referencesSet(
  type: RecordType,
  before: RecordFields | undefined,
  after: RecordFields,
): readonly RecordReference[] {
  const { single, nested } = referenceFieldsOf(type);
  const references: RecordReference[] = [];
  for (const { name, to } of single) {
    const id = after[name];
    if (typeof id === 'number' && id !== before?.[name]) {
      references.push({ pointer: `/${name}`, to, id, upwards: to === type.name ? name : undefined });
    }
  }
  for (const { list, key, items } of nested) {
    if (after[list] === before?.[list]) continue;
    const [old, now] = [(before?.[list] ?? []) as JsonObject[], after[list] as JsonObject[]];
    const [oldByKey, nowByKey] = [byKey(old, key), byKey(now, key)];
    // Items may get other keys: what one of them no longer holds, another may hold without anybody having set it.
    const moved = items.map(({ name }) =>
      old.filter((item) => nowByKey.get(item[key]!)?.[name] !== item[name]).map((item) => item[name]),
    );
    for (const [index, item] of now.entries()) {
      for (const [field, { name, to }] of items.entries()) {
        const id = item[name];
        if (typeof id !== 'number' || id === oldByKey.get(item[key]!)?.[name]) continue;
        const from = moved[field]!.indexOf(id);
        if (from === -1) references.push({ pointer: `/${list}/${index}/${name}`, to, id, upwards: undefined });
        else moved[field]!.splice(from, 1);
      }
    }
  }
  return references;
}

/** `own` is the id of the record itself; a new one can be nobody's ancestor yet. */
export function referenceNeeds(references: readonly RecordReference[], own: number | 'new'): Need[] {
  const needs: Need[] = [];
  for (const { to, id, upwards } of references) {
    needs.push({ need: 'alive', type: to, id });
    if (upwards !== undefined && own !== 'new') needs.push({ need: 'ancestors', type: to, field: upwards, id });
  }
  return needs;
}

export function validateReferences(
  type: RecordType,
  references: readonly RecordReference[],
  own: number | 'new',
  found: Found,
): Problem | undefined {
  if (references.length === 0) return undefined;
  const faults = [];
  for (const { pointer, to, id, upwards } of references) {
    const singular = recordType(to).singular;
    if (found.alive(to, id) !== true) {
      faults.push(fault(pointer, `names ${article(singular)} that does not exist or is deleted: ${id}`));
    } else if (upwards !== undefined && own !== 'new') {
      const chain = found.ancestors(to, upwards, id) ?? [];
      if (chain.includes(own)) {
        faults.push(fault(pointer, `leads from ${singular} ${id} upwards to ${own}, which is this one`));
      } else if (chain.length > MAX_ANCESTORS) {
        faults.push(
          fault(
            pointer,
            `names ${article(singular)} with ${MAX_ANCESTORS} or more above it, as deep as records may lie: ${id}`,
          ),
        );
      }
    }
  }
  return faults.length === 0 ? undefined : invalidRecord(type, faults);
}

export interface ReferenceFields {
  readonly single: readonly { readonly name: string; readonly to: RecordTypeName }[];
  readonly nested: readonly {
    readonly list: string;
    readonly key: string;
    readonly items: ReferenceFields['single'];
  }[];
}

export function referenceFieldsOf(type: RecordType): ReferenceFields {
  const known = referenceFields.get(type) ?? findReferenceFields(type);
  referenceFields.set(type, known);
  return known;
}
const referenceFields = new WeakMap<RecordType, ReferenceFields>();

function findReferenceFields(type: RecordType): ReferenceFields {
  const fields = Object.entries(type.fields);
  const nested = [];
  for (const [list, field] of fields) {
    if (field.kind !== 'list') continue;
    const items = Object.entries(field.items).filter(isReference).map(named);
    // Without a key, old and new references could not be distinguished.
    if (items.length > 0) nested.push({ list, key: field.key!, items });
  }
  return { single: fields.filter(isReference).map(named), nested };
}

function isReference(entry: [string, { readonly kind: string }]): entry is [string, ReferenceField] {
  return entry[1].kind === 'reference';
}

function named([name, { to }]: [string, ReferenceField]): { name: string; to: RecordTypeName } {
  return { name, to };
}

function byKey(items: readonly JsonObject[], key: string): ReadonlyMap<Json, JsonObject> {
  return new Map(items.map((item) => [item[key]!, item]));
}
