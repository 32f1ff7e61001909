/** Counts the rows of a list's filters, each along its index and up to a limit. */
import type { ListPlan, Scalar, Test } from '../../../records/lists/plan.ts';
import { type Column, tableOf } from '../../sql/columns.ts';
import { type Dialect, SqlParameters, type SqlQuery } from '../../sql/dialect.ts';
import { projectValue } from '../../sql/projection.ts';
import type { CountRequest, IndexedFilter } from './list-planner.ts';
import { isStampIndexed } from './stamps.ts';

/** Returns one row with a count for each filter. Deleted rows are counted, because the walk passes them too. */
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

/**
 * Builds the part of the conditions that the index can answer. For text, this matches all texts with the same folded
 * form.
 */
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
