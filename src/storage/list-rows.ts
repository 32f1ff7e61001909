/** The rows of a list as SQL, found in one way or the other. Whichever it is, all of the conditions are tested. */
import type { Condition, ListPlan } from '../records/list/plan.ts';
import { tableOf } from './columns.ts';
import type { Dialect, Parameters } from './dialect.ts';
import { conditionsSql, searchSql } from './list-conditions.ts';
import { orderSql } from './list-order.ts';
import { type IndexedFilter, indexOf, type Way } from './list-ways.ts';
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
      return walkSql(throughEach(context), everything(context), context);
    case 'filter':
      return filteredSql(way.filter, context);
    case 'order':
      return firstInOrderSql(way, context);
  }
}

function filteredSql({ index, conditions }: IndexedFilter, context: RowsContext): string {
  const { plan, dialect } = context;
  if (dialect.through !== undefined) return walkSql(dialect.through(index), everything(context), context);
  // With them the partial indexes of unique values fit.
  const inner = [...conditions, ...plan.where.filter(({ field }) => field === 'Deleted')];
  const others = plan.where.filter((condition) => !inner.includes(condition));
  const rows = walkSql('', holding(inner, context), context);
  return `(SELECT * FROM ${rows} ${FENCE}) AS t WHERE ${all([...holding(others, context), ...searched(context)])}`;
}

/** Beyond it neither the order nor another condition can lead PostgreSQL to another index. */
const FENCE = 'OFFSET 0';

function walkSql(through: string, conditions: readonly string[], context: RowsContext): string {
  const { plan, account, parameters } = context;
  const { name, columnOf } = tableOf(plan.type);
  const own = `t.account = ${parameters.add(account)}`;
  const ofEach = plan.each === undefined ? '' : `t.${columnOf.get(plan.each.field)!.name} = p.value`;
  return `${name} AS t${through} WHERE ${all([watched(context), own, ofEach, ...conditions])}`;
}

/** Whatever the order is, the rows that lead to one record are found by their reference. */
function throughEach({ plan, dialect }: RowsContext): string {
  return plan.each === undefined ? '' : (dialect.through?.(indexOf(plan, plan.each.field)!) ?? '');
}

function firstInOrderSql({ index, most, between }: Way & { by: 'order' }, context: RowsContext): string {
  const { plan, account, dialect, parameters } = context;
  const table = tableOf(plan.type);
  const own = `t.account = ${parameters.add(account)}`;
  const rows = `${table.name} AS t${dialect.through?.(index) ?? ''} WHERE ${all([own, ...holding(between, context)])}`;
  const order = orderSql(plan.order, table.columnOf, dialect);
  const others = plan.where.filter((condition) => !between.includes(condition));
  return `(SELECT * FROM ${rows} ORDER BY ${order} ${dialect.slice(parameters.add(most), '0')}) AS t
  WHERE ${all([watched(context), ...holding(others, context), ...searched(context)])}`;
}

function everything(context: RowsContext): string[] {
  return [...holding(context.plan.where, context), ...searched(context)];
}

/** No filter's index answers it, and on PostgreSQL an index of trigrams does: it is tested beside whatever leads to the rows. */
function searched({ plan, dialect, parameters }: RowsContext): string[] {
  return plan.search === undefined ? [] : [searchSql(plan.search, tableOf(plan.type), dialect, parameters)];
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
