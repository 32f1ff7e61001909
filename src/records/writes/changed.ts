/** Compares records field by field, for the change log and for dry runs. */
import { fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { type Json, sameJson } from '../../lib/json.ts';
import type { RecordFields } from '../store.ts';

export interface FieldChange {
  readonly field: string;
  /** Previous value; absent if the record is new. */
  readonly from?: Json;
  readonly to: Json;
}

/** Fields for ID, author and time, which the change itself already contains. */
export const bookkeeping: ReadonlySet<string> = new Set(['ID', 'CreatedOn', 'CreatedBy', 'UpdatedOn', 'UpdatedBy']);

/** Returns every field with a different value, including `bookkeeping`, in the order of the record's fields. */
export function differingFields(before: RecordFields, after: RecordFields): string[] {
  const differing: string[] = [];
  for (const field in after) {
    const was = before[field];
    const is = after[field]!;
    // Of a change most values are the very same.
    if (was !== is && (was === undefined || !sameJson(was, is))) differing.push(field);
  }
  return differing;
}

/**
 * Returns the changes in the order of the record's fields, nested values whole. For a new record, returns the fields
 * that are not null.
 */
export function changedFields(type: RecordType, before: RecordFields | undefined, after: RecordFields): FieldChange[] {
  const changed: FieldChange[] = [];
  for (const field in fieldsOf(type)) {
    if (bookkeeping.has(field)) continue;
    const from = before?.[field] ?? null;
    const to = after[field] ?? null;
    if (!sameJson(from, to)) changed.push(before === undefined ? { field, to } : { field, from, to });
  }
  return changed;
}
