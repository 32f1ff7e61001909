/**
 * Cells that a row copies from the record it refers to. For example, an order line copies its product's description,
 * unit and cost.
 */
import type { FieldDescription, Json, RecordFields } from '../description.ts';

/** Returns each copied cell with its source field in the record that the cell `reference` names. */
export function cellsFrom(
  items: readonly FieldDescription[],
  reference: string,
): readonly (readonly [FieldDescription, string])[] {
  return items.flatMap((item) => {
    const { defaultFrom } = item;
    return defaultFrom && 'reference' in defaultFrom && defaultFrom.reference === reference
      ? [[item, defaultFrom.field] as const]
      : [];
  });
}

/**
 * Removes cells that the user did not fill: empty cells, defaults, and values copied from the previous record `before`.
 */
export function withoutSource(
  row: RecordFields,
  cells: ReturnType<typeof cellsFrom>,
  before: RecordFields | undefined,
): RecordFields {
  const isOwn = (value: Json | undefined, [item, from]: (typeof cells)[number]) =>
    ![undefined, null, '', item.default, before?.[from]].includes(value as never);
  const left = cells.filter((cell) => !isOwn(row[cell[0].name], cell)).map(([item]) => item.name);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)));
}

/** Fills missing cells from the source record, or with their defaults if there is none. */
export function withSource(
  row: RecordFields,
  cells: ReturnType<typeof cellsFrom>,
  source: RecordFields | undefined,
): RecordFields {
  const values = cells.map(([item, from]) => [item.name, source?.[from] ?? item.default] as const);
  return { ...Object.fromEntries(values), ...row };
}
