/** Whole records and changes of them, as the records room would make them, without its rules. */

import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '../../src/accounts/idempotency.ts';
import { type Action, type Field, fieldsOf, type RecordTypeName, recordType } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Change, ChangeResult, Decision, Need, RecordFields, RecordStore } from '../../src/records/store.ts';
import { differingFields } from '../../src/records/writes/changed.ts';

export type Given = Readonly<Record<string, Json>>;

/** A record with every field of its type: what is not given is null, or the least a field can hold. */
export function sample(type: RecordTypeName, id: number, given: Given = {}): RecordFields {
  const fields = Object.entries(fieldsOf(recordType(type)));
  return Object.fromEntries(fields.map(([name, field]) => [name, given[name] ?? emptyValue(name, field, id)]));
}

function emptyValue(name: string, field: Field, id: number): Json {
  if (name === 'ID') return id;
  if (field.nullable) return null;
  switch (field.kind) {
    case 'text':
      return field.unique ? `${name} ${id}` : '';
    case 'enum':
      return field.values[0]!;
    case 'int':
    case 'decimal':
      return 0;
    case 'boolean':
      return false;
    case 'timestamp':
      return '2026-01-01T00:00:00.000Z';
    case 'date':
      return '2026-01-01';
    case 'object':
      return {};
    case 'list':
      return [];
    case 'reference':
      return 1;
  }
}

export interface ChangeOptions {
  readonly needs?: (id: number) => readonly Need[];
  readonly idempotency?: IdempotencyKey;
  readonly events?: readonly Action[];
}

export function creation(type: RecordTypeName, given: Given = {}, options: ChangeOptions = {}): Change {
  return {
    type,
    id: 'new',
    ...(options.idempotency && { idempotency: options.idempotency }),
    needs: (_current, _found, id) => options.needs?.(id) ?? [],
    decide: (_current, _found, { id }) => writing(undefined, sample(type, id, given), options.events),
  };
}

/** Changes some fields of a record; `change` sees the record as it is in the transaction. */
export function patching(
  type: RecordTypeName,
  id: number,
  change: Given | ((fields: RecordFields) => Given),
  options: ChangeOptions = {},
): Change {
  return {
    type,
    id,
    needs: () => options.needs?.(id) ?? [],
    decide(current) {
      const fields: RecordFields = JSON.parse(current!.text);
      return writing(
        fields,
        { ...fields, ...(typeof change === 'function' ? change(fields) : change) },
        options.events,
      );
    },
  };
}

export const dana = { kind: 'person', id: '7', name: 'Dana', email: 'dana@example.com' } as const;

export function writing(
  before: RecordFields | undefined,
  fields: RecordFields,
  events: readonly Action[] = ['Updated'],
): Decision {
  const text = JSON.stringify(fields);
  const contentHash = createHash('sha256').update(text).digest('hex');
  const differing = before === undefined ? [] : differingFields(before, fields);
  return { decision: 'write', before, fields, differing, text, events, by: dana, filterValue: null, contentHash };
}

/** The change, where it must succeed. */
export async function made(store: RecordStore, change: Change): Promise<ChangeResult> {
  const changed = await store.change(change);
  if ('outcome' in changed) return changed;
  throw new Error(`${changed.code}: ${changed.detail}`);
}

export async function create(store: RecordStore, type: RecordTypeName, given: Given = {}): Promise<number> {
  return (await made(store, creation(type, given))).record.id;
}

export async function fieldsAt(store: RecordStore, type: RecordTypeName, id: number): Promise<RecordFields> {
  const record = await store.read(type, id);
  if (record === undefined) throw new Error(`there is no ${type} ${id}`);
  return JSON.parse(record.text);
}
