/** The rows of a list as SQL, found in one way or the other. Whichever it is, all of the conditions are tested. */
import type { Condition, ListPlan } from '../records/list/plan.ts';
import { tableOf } from './columns.ts';
import type { Dialect, Parameters } from './dialect.ts';
import { conditionsSql } from './list-conditions.ts';
import { orderSql } from './list-order.ts';
import type { IndexedFilter, Way } from './list-ways.ts';
import { rowsBetweenLooks } from './watching.ts';

export interface RowsContext {
  readonly plan: ListPlan;
  readonly account: number;
  readonly dialect: Dialect;
  readonly parameters: Parameters;
}

/** What stands behind FROM: the rows `t` of one account for which every condition holds. */
export function rowsSql(way: Way, context: RowsContext): string {
  switch (way.by) {
    case 'database':
      return walkSql('', context.plan.where, context);
    case 'filter':
      return filteredSql(way.filter, context);
    case 'order':
      return firstInOrderSql(way, context);
  }
}

function filteredSql({ index, conditions }: IndexedFilter, context: RowsContext): string {
  const { plan, dialect } = context;
  if (dialect.through !== undefined) return walkSql(dialect.through(index), plan.where, context);
  // With them the partial indexes of unique values fit.
  const inner = [...conditions, ...plan.where.filter(({ field }) => field === 'Deleted')];
  const others = plan.where.filter((condition) => !inner.includes(condition));
  return `(SELECT * FROM ${walkSql('', inner, context)} ${FENCE}) AS t WHERE ${all(holding(others, context))}`;
}

/** Beyond it neither the order nor another condition can lead PostgreSQL to another index. */
const FENCE = 'OFFSET 0';

function walkSql(through: string, conditions: readonly Condition[], context: RowsContext): string {
  const { plan, account, parameters } = context;
  const own = `t.account = ${parameters.add(account)}`;
  return `${tableOf(plan.type).name} AS t${through} WHERE ${all([watched(context), own, ...holding(conditions, context)])}`;
}

function firstInOrderSql({ index, most, between }: Way & { by: 'order' }, context: RowsContext): string {
  const { plan, account, dialect, parameters } = context;
  const table = tableOf(plan.type);
  const own = `t.account = ${parameters.add(account)}`;
  const rows = `${table.name} AS t${dialect.through?.(index) ?? ''} WHERE ${all([own, ...holding(between, context)])}`;
  const order = orderSql(plan.order, table.columnOf, dialect);
  const others = plan.where.filter((condition) => !between.includes(condition));
  return `(SELECT * FROM ${rows} ORDER BY ${order} ${dialect.slice(parameters.add(most), '0')}) AS t
  WHERE ${all([watched(context), ...holding(others, context)])}`;
}

function holding(conditions: readonly Condition[], { plan, dialect, parameters }: RowsContext): string[] {
  return conditions.length === 0 ? [] : [conditionsSql(conditions, tableOf(plan.type), dialect, parameters)];
}

function watched({ plan, dialect }: RowsContext): string {
  const looks = rowsBetweenLooks(plan);
  return looks === undefined ? '' : (dialect.watched?.('t.key', looks) ?? '');
}

function all(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ') || 'TRUE';
}
