/**
 * What a subscription's filter pair means. Both values are kept as they were sent; this is what they are compared by: the record
 * type a filter names, the id a record must hold, and the id a record does hold after a change.
 */
import { type RecordType, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';

/** No record has this id. A filter that can never name a record holds it, and so matches nothing. */
export const NO_RECORD_ID = 0;

/**
 * The type that `filterEntityType` names, if `type` offers a filter by it: without regard to case, spaces and singular or plural,
 * so that "Board", "form template" and "AssetStatuses" all are understood.
 */
export function findFilterType(type: RecordType, filterEntityType: string): RecordTypeName | undefined {
  const offered = type.webhookFilter?.entityType;
  if (offered === undefined) return undefined;
  const given = compact(filterEntityType);
  return given === compact(offered) || given === compact(recordType(offered).singular) ? offered : undefined;
}

function compact(name: string): string {
  return name.replaceAll(/\s/gu, '').toLowerCase();
}

/** The id that `filterConditionEntityID` names, as a number or as its digits; NO_RECORD where it names none. */
export function parseFilterID(filterConditionEntityID: string | number): number {
  const digits = String(filterConditionEntityID).trim();
  const id = /^\d+$/.test(digits) ? Number(digits) : NO_RECORD_ID;
  return Number.isSafeInteger(id) ? id : NO_RECORD_ID;
}

/** The id that filters on `type` are compared with, of a record as it is after the change; null where it has none. */
export function filterValueOf(type: RecordType, record: { readonly [field: string]: Json }): number | null {
  const value = type.webhookFilter === undefined ? null : record[type.webhookFilter.field];
  return typeof value === 'number' ? value : null;
}
