/**
 * Whether a proposal still means what it meant. It does as long as nothing has changed of what it reads or writes; that the record is not
 * deleted is among that. Fields count whole: whoever changed one line of an order has changed its lines.
 */
import { fieldsOf, type RecordType } from '../catalogue/index.ts';
import { type Json, type JsonObject, sameJson } from '../lib/json.ts';
import type { Patch } from '../lib/json-patch.ts';
import type { RecordFields } from '../records/store.ts';
import { bookkeeping } from '../records/writes/changed.ts';
import type { ProposalBase } from './proposal.ts';

/** A field that was changed since, and that the proposal reads or writes. */
export interface Clash {
  readonly field: string;
  readonly was: Json;
  readonly is: Json;
}

/** None: it still means the same. `gone`: there is no such record. */
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
