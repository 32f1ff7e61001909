/** Default values of fields that a write leaves out. */
import type { Field, ItemField, ListField, RecordType } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';

/**
 * Undefined where a value must be given. The same holds for a field that a patch removes: a nullable one becomes null, one
 * with a default goes back to it, and one that must be given cannot be removed.
 */
export function defaultOf(field: Field | ItemField): Json | undefined {
  if (field.nullable) return null;
  switch (field.kind) {
    case 'object':
      return {};
    case 'list':
      return [];
    case 'value':
    case 'texts':
    case 'timestamp':
    case 'date':
    case 'reference':
      return undefined;
    default:
      return field.default;
  }
}

/** True if a new record must include the field. */
export function isRequired(type: RecordType, name: string, field: Field): boolean {
  return !field.readOnly && !isGivenNumber(type, name) && defaultOf(field) === undefined;
}

/** A `Number` that may be written, and is given by the service where it is not. */
export function isGivenNumber(type: RecordType, name: string): boolean {
  return name === 'Number' && type.numbered !== undefined && type.fields.Number?.readOnly !== true;
}

/** The item field that counts from 1 where it is not given: a numeric key, such as `Line` and `Stop`. */
export function positionOf(list: ListField): string | undefined {
  return list.key !== undefined && list.items[list.key]?.kind === 'int' ? list.key : undefined;
}

/** True if a new item of the list must include the field. */
export function isItemRequired(list: ListField, name: string, item: ItemField): boolean {
  return name !== positionOf(list) && defaultOf(item) === undefined;
}

/** Texts that must not be empty: those that must be there and are not empty by default. */
export function minimumLength(field: { readonly nullable?: true; readonly default?: string }): 0 | 1 {
  return field.nullable || field.default === '' ? 0 : 1;
}
