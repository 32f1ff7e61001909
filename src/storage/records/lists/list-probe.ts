/** How many rows the filters of a list have, each counted along its index and not beyond a limit. */
import type { ListPlan, Scalar, Test } from '../../../records/lists/plan.ts';
import { type Column, tableOf } from '../../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { projectValue } from '../../sql/projection.ts';
import type { CountRequest, IndexedFilter } from './list-planner.ts';
import { isStampIndexed } from './stamps.ts';

/** One row, a count for each of the filters. Deleted rows count: they are walked past as well. */
export function probeQuery(
  plan: ListPlan,
  account: number,
  { filters, most }: CountRequest,
  dialect: Dialect,
): SqlQuery {
  const parameters = new SqlParameters(dialect);
  const table = tableOf(plan.type);
  const own = parameters.add(account);
  const limit = parameters.add(most);
  const counts = filters.map((filter) => {
    const stretches = stretchesSql(filter, table.columnOf.get(filter.field)!, parameters);
    const rows = isStampIndexed(filter.field, dialect) ? table.documents : table.name;
    return `(SELECT CAST(count(*) AS integer) FROM (
  SELECT 1 FROM ${rows} AS t${dialect.through?.(filter.index) ?? ''} WHERE t.account = ${own} AND ${stretches}
  ${dialect.slice(limit, '0')}) AS counted)`;
  });
  const named = counts.map((count, n) => `${count} AS c${n}`);
  return { text: `SELECT ${named.join(', ')}`, values: parameters.values };
}

/** The part of the conditions that the index knows: of a text that it folds to the same. */
function stretchesSql({ conditions }: IndexedFilter, column: Column, parameters: SqlParameters): string {
  const subject = `t.${column.name}`;
  const value = (given: Scalar) => parameters.add(projectValue(column.declaration, given));
  return conditions
    .map(({ anyOf }) => {
      const [only] = anyOf;
      if (only !== undefined && only.op in comparisons) {
        const { op, value: bound } = only as Test & { op: keyof typeof comparisons };
        return `${subject} ${comparisons[op]} ${value(bound)}`;
      }
      const values = anyOf.flatMap((test) => (test.op === 'eq' && test.value !== null ? [test.value] : []));
      const terms = values.length < anyOf.length ? [`${subject} IS NULL`] : [];
      if (values.length > 0) terms.push(`${subject} IN (${values.map(value).join(', ')})`);
      return `(${terms.join(' OR ')})`;
    })
    .join(' AND ');
}

const comparisons = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
