/**
 * Adds missing fields to records that are older than the field. They get the default, in the position of the field, so
 * that every record shows every field. Nothing else changes.
 */
import {
  type Field,
  fieldsOf,
  type ItemField,
  type ListField,
  type RecordType,
  type RecordTypeName,
  recordTypes,
} from '../../catalogue/index.ts';
import { sha256Hex } from '../../lib/ids.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { RecordFields } from '../../records/store.ts';
import { defaultOf } from '../../records/writes/defaults.ts';
import { StorageError } from '../storage-error.ts';

export interface CompletedDocument {
  readonly fields: RecordFields;
  readonly text: string;
  /** Names of the missing fields; empty if only items of lists lacked something. */
  readonly added: readonly string[];
}

/**
 * Returns the completed document. Undefined if nothing is missing, or if the text is not a record, which `doctor`
 * reports.
 */
export function addMissingFields(type: RecordType, text: string): CompletedDocument | undefined {
  const record = parse(text);
  if (record === undefined) return undefined;
  const added: string[] = [];
  let itemsMissed = false;
  const entries = Object.entries(fieldsOf(type)).map(([name, field]): [string, Json] => {
    const held = record[name];
    if (held === undefined) {
      added.push(name);
      return [name, defaultFor(`${type.name}.${name}`, field)];
    }
    if (field.kind !== 'list') return [name, held];
    const items = completedItems(`${type.name}.${name}`, field, held);
    itemsMissed ||= items !== held;
    return [name, items];
  });
  if (added.length === 0 && !itemsMissed) return undefined;
  // Keeps unknown fields, because a later version may know them.
  const unknown = Object.entries(record).filter(([name]) => !Object.hasOwn(fieldsOf(type), name));
  const fields = Object.fromEntries([...entries, ...unknown]) as RecordFields;
  return { fields, text: JSON.stringify(fields), added };
}

function completedItems(where: string, { items }: ListField, held: Json): Json {
  if (!Array.isArray(held)) return held;
  const names = Object.keys(items);
  const isWhole = (item: Json) => !isObject(item) || names.every((name) => Object.hasOwn(item, name));
  if (held.every(isWhole)) return held;
  return held.map((item) => {
    if (isWhole(item) || !isObject(item)) return item;
    const known = names.map((name): [string, Json] => [
      name,
      Object.hasOwn(item, name) ? item[name]! : defaultFor(`${where}.${name}`, items[name]!),
    ]);
    return Object.fromEntries([...known, ...Object.entries(item).filter(([name]) => !Object.hasOwn(items, name))]);
  });
}

function defaultFor(where: string, field: Field | ItemField): Json {
  const value = defaultOf(field);
  if (value !== undefined) return value;
  throw new StorageError(
    `${where} has no default and may not be null, so records that were made before it cannot get it. This is a fault of this version; use the one before.`,
  );
}

/** Returns a fingerprint of each type, which changes when its fields or those of its lists change. */
export function fieldFingerprints(): Readonly<Record<RecordTypeName, string>> {
  return Object.fromEntries(recordTypes.map((type) => [type.name, markOf(type)])) as Record<RecordTypeName, string>;
}

function markOf(type: RecordType): string {
  const names = Object.entries(fieldsOf(type)).map(([name, field]) =>
    field.kind === 'list' ? [name, ...Object.keys(field.items)] : name,
  );
  return sha256Hex(JSON.stringify(names)).slice(0, 12);
}

/** Returns the types whose documents may lack a field, given the fingerprints stored in the database. */
export function typesToComplete(noted: string | undefined): RecordType[] {
  const before: Record<string, string> = noted === undefined ? {} : JSON.parse(noted);
  const now = fieldFingerprints();
  return recordTypes.filter(({ name }) => before[name] !== now[name]);
}

/** Limits the data read and rewritten in one transaction, because other changes wait for it. */
export const BATCH_LIMITS = { rows: 200, bytes: 2 * 1024 * 1024 };

/** Returns the number of next documents that fit into a batch, at least one. */
export function countInBatch(sizes: readonly number[]): number {
  let bytes = 0;
  const last = sizes.findIndex((size) => {
    bytes += size;
    return bytes >= BATCH_LIMITS.bytes;
  });
  return last === -1 ? sizes.length : last + 1;
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
