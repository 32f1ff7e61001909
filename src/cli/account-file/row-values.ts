/** Checks for single values of a row. */
import { findRecordType, type RecordType } from '../../catalogue/index.ts';
import { ANY_MEMBERS, type Json, parseJson } from '../../lib/json.ts';
import { EMAIL } from '../../records/writes/field-values.ts';
import type { RowValue } from '../../storage/transfer/account-rows.ts';

export type Row = Readonly<Record<string, RowValue>>;

export function typeOf(name: RowValue | undefined): RecordType | undefined {
  const type = findRecordType(String(name));
  return type?.name === name ? type : undefined;
}

/**
 * Maximum number of nesting levels around the value of a record, in patch operations and in the changes of a list of
 * proposals.
 */
export const AROUND_RECORDS = 4;

export function jsonOf(text: RowValue | undefined): Json | undefined {
  const parsed = parseJson(text as string, AROUND_RECORDS, ANY_MEMBERS);
  return parsed.ok ? parsed.value : undefined;
}

export const HASH = /^[0-9a-f]{64}$/;
export const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/;
/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

export function isID(value: RowValue | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
export const isCount = (value: RowValue | undefined) => value === 0 || isID(value);
export const isTime = (value: RowValue | undefined) => isCount(value) && (value as number) <= LAST_TIME;
export const isName = (value: RowValue | undefined) => /^[\w-]{1,100}$/.test(value as string);
export const isAddress = (value: RowValue | undefined) => !isLonger(value, 254) && EMAIL.test(value as string);
export const isObject = (value: Json | undefined) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * True if the text has more than `most` code points. A code point has at most two UTF-16 units, so almost no text needs
 * to be counted.
 */
export function isLonger(value: RowValue | undefined, most: number): boolean {
  if (typeof value !== 'string' || value.length <= most) return false;
  return value.length > 2 * most || [...value].length > most;
}
