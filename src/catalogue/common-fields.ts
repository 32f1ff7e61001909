/** The fields every record type has, around its own. */
import type { Field } from './field.ts';
import type { RecordType } from './record-type.ts';

const first = { ID: { kind: 'int', readOnly: true } } as const satisfies Record<string, Field>;

const last = {
  ExternalID: { kind: 'text', max: 120, nullable: true, unique: 'exact' },
  CustomFields: { kind: 'object', maxBytes: 16 * 1024 },
  CreatedOn: { kind: 'timestamp', readOnly: true },
  UpdatedOn: { kind: 'timestamp', readOnly: true },
  CreatedBy: { kind: 'text', max: 254, readOnly: true },
  UpdatedBy: { kind: 'text', max: 254, readOnly: true },
  Deleted: { kind: 'boolean', default: false },
} as const satisfies Record<string, Field>;

/** Every field of a type, in the order a record shows them. */
export function fieldsOf(type: RecordType): Readonly<Record<string, Field>> {
  const fields = known.get(type) ?? Object.freeze({ ...first, ...type.fields, ...last });
  known.set(type, fields);
  return fields;
}
const known = new WeakMap<RecordType, Readonly<Record<string, Field>>>();

const indexedInEveryType = new Set([
  'Name',
  'Status',
  'CreatedOn',
  'UpdatedOn',
  'DueOn',
  'ScheduledStartOn',
  'ExternalID',
]);

/** True if lists filter and sort by the field through an index. */
export function isIndexed(name: string, field: Field): boolean {
  if (field.indexed || indexedInEveryType.has(name)) return true;
  return field.kind === 'reference' || (field.kind === 'text' && field.unique !== undefined);
}
