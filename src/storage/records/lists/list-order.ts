/** The order of a list as SQL, the same on both databases: null first ascending, last descending. */
import type { OrderKey } from '../../../records/lists/plan.ts';
import type { Column } from '../../sql/columns.ts';
import type { Dialect } from '../../sql/dialect.ts';

export function orderSql(order: readonly OrderKey[], columnOf: ReadonlyMap<string, Column>, dialect: Dialect): string {
  const keys = order.map(({ field, descending }) => {
    const column = columnOf.get(field)!;
    const isPlain = column.name === 'id' || column.plainOrder;
    return `${rankOf(column)}${descending ? ' DESC' : ''}${isPlain ? '' : dialect.nulls(descending)}`;
  });
  return keys.join(', ');
}

function rankOf({ name, declaration, enumAsText }: Column): string {
  if (declaration.kind !== 'enum' || !enumAsText) return `t.${name}`;
  return `CASE t.${name} ${declaration.values.map((value, place) => `WHEN '${value}' THEN ${place}`).join(' ')} END`;
}
