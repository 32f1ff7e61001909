/**
 * Interprets a subscription's filter pair. Both values are stored as sent; these functions return what they are
 * compared by. That is the record type a filter names, the id a record must have, and the id a record has after a
 * change.
 */
import { type RecordType, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';

/** Id that no record has. A filter that can never match a record has this id. */
export const NO_RECORD_ID = 0;

/**
 * Returns the type that `filterEntityType` names, if `type` offers a filter by it. Ignores case, spaces and singular or
 * plural, so that "Board", "form template" and "AssetStatuses" are all understood.
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

/** Returns the id in `filterConditionEntityID`, a number or its digits; `NO_RECORD_ID` if it contains none. */
export function parseFilterID(filterConditionEntityID: string | number): number {
  const digits = String(filterConditionEntityID).trim();
  const id = /^\d+$/.test(digits) ? Number(digits) : NO_RECORD_ID;
  return Number.isSafeInteger(id) ? id : NO_RECORD_ID;
}

/** Returns the id that filters on `type` are compared with, from a record after the change; null if it has none. */
export function filterValueOf(type: RecordType, record: { readonly [field: string]: Json }): number | null {
  const value = type.webhookFilter === undefined ? null : record[type.webhookFilter.field];
  return typeof value === 'number' ? value : null;
}
