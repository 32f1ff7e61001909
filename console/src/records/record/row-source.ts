/** What a row of a list takes from the record that it names: a line of an order the description, unit and cost of its product. */
import type { FieldDescription, Json, RecordFields } from '../description.ts';

/** By the cell that takes it, the field of the record that the cell `reference` names. */
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

/** The row without what nobody wrote into it: cells as an empty row has them, or as the record said that it named `before`. */
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

/** What is left out filled from the record. Without one it is as in an empty row. */
export function withSource(
  row: RecordFields,
  cells: ReturnType<typeof cellsFrom>,
  source: RecordFields | undefined,
): RecordFields {
  const values = cells.map(([item, from]) => [item.name, source?.[from] ?? item.default] as const);
  return { ...Object.fromEntries(values), ...row };
}
