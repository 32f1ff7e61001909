/** The order of a list as SQL, the same on both databases: null first ascending, last descending. */
import type { OrderKey } from '../records/list/plan.ts';
import type { Column } from './columns.ts';
import type { Dialect } from './dialect.ts';

export function orderSql(
  order: readonly OrderKey[],
  columnOf: ReadonlyMap<string, Pick<Column, 'name'>>,
  dialect: Dialect,
): string {
  const keys = order.map(({ field, descending }) => {
    const { name } = columnOf.get(field)!;
    // An id is never null; to say where its nulls go would keep PostgreSQL from walking the primary key.
    return `t.${name}${descending ? ' DESC' : ''}${name === 'id' ? '' : dialect.nulls(descending)}`;
  });
  return keys.join(', ');
}
