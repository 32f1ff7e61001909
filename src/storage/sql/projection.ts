/** Converts a record's values to column values, for writes and for filters alike. */
import type { EnumField, ScalarField, ScalarKind } from '../../catalogue/index.ts';
import { scale } from '../../lib/decimal.ts';
import { fold } from '../../lib/fold.ts';
import type { Json } from '../../lib/json.ts';
import { parseTimestamp } from '../../lib/time.ts';
import type { RecordFields } from '../../records/store.ts';
import type { Column, Table } from './columns.ts';

/**
 * Value that both databases accept directly: booleans are 0 and 1, decimals scaled integers, timestamps epoch
 * milliseconds.
 */
export type ColumnValue = string | number | bigint | null;

export function projectRecord(table: Table, fields: RecordFields): ColumnValue[] {
  return table.columns.map((column) => projectField(column, fields));
}

export function projectField(column: Column, fields: RecordFields): ColumnValue {
  const value = fields[column.field] ?? null;
  if (value === null) return null;
  return column.holds === 'exact' ? (value as string) : projectValue(column.declaration, value);
}

export function projectValue(field: ScalarField, value: Json): ColumnValue {
  return value === null ? null : byKind[field.kind](value as never, field as never);
}

const byKind = {
  text: (value: string) => fold(value),
  // Index in the declared order, which is the order of lists.
  enum: (value: string, { values }: EnumField) => values.indexOf(value),
  int: (value: number) => value,
  reference: (value: number) => value,
  boolean: (value: boolean) => (value ? 1 : 0),
  date: (value: string) => value,
  // Documents hold ISO text; list plans hold milliseconds already.
  timestamp: (value: string | number) => (typeof value === 'number' ? value : parseTimestamp(value)!),
  decimal: (value: number, field: { places: 4 | 7 }) => scale(value, field.places)!,
} satisfies Record<ScalarKind, (value: never, field: never) => ColumnValue>;
