/** Copies values that are adjacent in the record and in the response as one piece. */
import { fieldsOf, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import { spanOf } from '../../lib/json-members.ts';
import type { RecordField } from './compiled-query.ts';

/** A value without an index yet. */
export interface UnindexedValue {
  readonly key: string;
  readonly is: 'value';
  readonly field: string;
}

/** Merges adjacent values that have the record's order and their own names into spans. */
export function mergeSpans(
  type: RecordTypeName,
  fields: readonly (RecordField | UnindexedValue)[],
  placeOf: (name: string) => number,
): RecordField[] {
  const order = Object.keys(fieldsOf(recordType(type)));
  const spanned: RecordField[] = [];
  for (let n = 0; n < fields.length; ) {
    const field = fields[n]!;
    if (!('field' in field) || field.is !== 'value') {
      spanned.push(field as RecordField);
      n++;
      continue;
    }
    const length = lengthOfSpan(fields.slice(n), order);
    if (length === 1) spanned.push({ key: field.key, is: 'value', place: placeOf(field.field) });
    else {
      const last = fields[n + length - 1] as UnindexedValue;
      spanned.push({ key: '', is: 'value', place: placeOf(spanOf(field.field, last.field)) });
    }
    n += length;
  }
  return spanned;
}

function lengthOfSpan(fields: readonly (RecordField | UnindexedValue)[], order: readonly string[]): number {
  const start = order.indexOf((fields[0] as UnindexedValue).field);
  const end = fields.findIndex((field, n) => {
    const isNext = field.is === 'value' && 'field' in field && field.field === order[start + n];
    return !isNext || field.key !== `"${field.field}":`;
  });
  return Math.max(1, end === -1 ? fields.length : end);
}
