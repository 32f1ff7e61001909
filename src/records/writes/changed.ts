/** What a change changes, field by field, as the log of changes and a dry run show it. */
import { fieldsOf, type RecordType } from '../../catalogue/index.ts';
import { type Json, sameJson } from '../../lib/json.ts';
import type { RecordFields } from '../store.ts';

export interface FieldChange {
  readonly field: string;
  /** Missing where the record is new. */
  readonly from?: Json;
  readonly to: Json;
}

/** Who wrote it and when, which the change itself says already. */
export const bookkeeping: ReadonlySet<string> = new Set(['ID', 'CreatedOn', 'CreatedBy', 'UpdatedOn', 'UpdatedBy']);

/** Every field that has another value, those of the bookkeeping too, in the order of the record's fields. */
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

/** In the order of the record's fields, nested values whole. Of a new record, the fields that hold something. */
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
