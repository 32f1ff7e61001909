/**
 * Detects conflicts between a proposal and later changes of its record. A proposal conflicts if a field that it reads
 * or writes has changed, including `Deleted`. Fields are compared whole: a change to one line of an order changes the
 * field with all lines.
 */
import { fieldsOf, type RecordType } from '../catalogue/index.ts';
import { type Json, type JsonObject, sameJson } from '../lib/json.ts';
import type { Patch } from '../lib/json-patch.ts';
import type { RecordFields } from '../records/store.ts';
import { bookkeeping } from '../records/writes/changed.ts';
import type { ProposalBase } from './proposal.ts';

/** Field that the proposal reads or writes and that has changed since it was proposed. */
export interface Clash {
  readonly field: string;
  readonly was: Json;
  readonly is: Json;
}

/** Returns the conflicting fields; an empty list means no conflict. Returns `'gone'` if the record does not exist. */
export function findClashes(base: ProposalBase | null, fields: RecordFields | undefined): readonly Clash[] | 'gone' {
  if (base === null) return [];
  if (fields === undefined) return 'gone';
  return Object.entries(base.values).flatMap(([field, was]) => {
    const is = fields[field] ?? null;
    return sameJson(was, is) ? [] : [{ field, was, is }];
  });
}

/** `patch`: undefined for a deletion. */
export function baseOf(
  type: RecordType,
  patch: Patch | undefined,
  version: number,
  fields: RecordFields,
): ProposalBase {
  const values: JsonObject = {};
  for (const field of touched(type, patch)) values[field] = fields[field] ?? null;
  return { version, values };
}

function touched(type: RecordType, patch: Patch | undefined): Set<string> {
  const fields = new Set(['Deleted']);
  for (const operation of patch ?? []) {
    const pointers = 'from' in operation ? [operation.from, operation.path] : [operation.path];
    for (const [field] of pointers) {
      // Of the whole record. When it was written last, and by whom, is not what anybody means.
      if (field === undefined) for (const each of Object.keys(fieldsOf(type))) fields.add(each);
      else if (Object.hasOwn(fieldsOf(type), field)) fields.add(field);
    }
  }
  for (const field of bookkeeping) fields.delete(field);
  return fields;
}
