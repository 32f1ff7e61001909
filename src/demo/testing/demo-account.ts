/** All records of a demo firm by type, as a database would store them, and the references between them. */
import { type Field, fieldsOf, type RecordTypeName, recordType, recordTypeNames } from '../../catalogue/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { RecordFields } from '../../records/store.ts';
import { type DemoOptions, demoRecords } from '../index.ts';

export type DemoAccount = Readonly<Record<RecordTypeName, RecordFields[]>>;

export const NOW = Date.parse('2026-03-04T11:20:45.678Z');
export const firms = ['harbour', 'ridgeway'] as const;

export function demoAccount(options: Omit<DemoOptions, 'now'> & { now?: number }): DemoAccount {
  const account = Object.fromEntries(recordTypeNames.map((type) => [type, []])) as unknown as DemoAccount;
  for (const { type, records } of demoRecords({ now: NOW, ...options })) account[type].push(...records);
  return account;
}

export interface DemoReference {
  readonly field: string;
  readonly to: RecordTypeName;
  readonly id: number;
}

/** Returns all references of a record, including those in its lists. */
export function referencesOf(type: RecordTypeName, record: RecordFields): DemoReference[] {
  return Object.entries(fieldsOf(recordType(type))).flatMap(([name, field]) => {
    if (field.kind !== 'list') return referenceIn(name, field, record[name]);
    return (record[name] as JsonObject[]).flatMap((item) =>
      Object.entries(field.items).flatMap(([part, partField]) =>
        referenceIn(`${name}/${part}`, partField as Field, item[part]),
      ),
    );
  });
}

function referenceIn(field: string, declaration: Field, value: unknown): DemoReference[] {
  return declaration.kind === 'reference' && value !== null ? [{ field, to: declaration.to, id: value as number }] : [];
}
