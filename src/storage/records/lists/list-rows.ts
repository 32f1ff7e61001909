/** Builds the SQL for the rows of a list, by any access path. All conditions are tested on every path. */
import type { Condition, ListPlan } from '../../../records/lists/plan.ts';
import { tableOf } from '../../sql/columns.ts';
import type { Dialect, SqlParameters } from '../../sql/dialect.ts';
import { rowsBetweenChecks } from './cancellation-checks.ts';
import { conditionsSql, searchSql } from './list-conditions.ts';
import { orderSql } from './list-order.ts';
import { type AccessPath, type IndexedFilter, indexNameOf } from './list-planner.ts';
import { isCoveredByStamps, isLookedUpRowByRow, joinStampsSql, type RowsPurpose, stampLeadOf } from './list-stamps.ts';
import { areStampFields, isStampIndexed } from './stamps.ts';

export interface RowsContext {
  readonly plan: ListPlan;
  readonly account: number;
  readonly dialect: Dialect;
  readonly parameters: SqlParameters;
  readonly use: RowsPurpose;
}

/** Builds the part after FROM: the rows `t` of one account for which every condition holds. */
export function rowsSql(way: AccessPath, context: RowsContext): string {
  switch (way.by) {
    case 'database':
      return unsteeredSql(context);
    case 'filter':
      return filteredSql(way.filter, context);
    case 'order':
      return firstInOrderSql(way, context);
  }
}

function unsteeredSql(context: RowsContext): string {
  const { plan, use, dialect } = context;
  const lead = stampLeadOf(plan, use, dialect);
  if (lead === undefined) return walkSql(throughEach(context), everything(context), context);
  const inner = plan.where.filter(({ field }) => areStampFields([field], dialect));
  const others = plan.where.filter((condition) => !inner.includes(condition));
  const isCut = lead === 'first' && !isCoveredByStamps(plan, use, dialect);
  const rows = stampedSql(inner, isCut ? firstSql(context) : '', context);
  return [rows, ...holding(others, context)].join(' AND ');
}

/**
 * Limits the rows to those the page needs, with all rows that have the same stamp as the last. The outer query applies
 * the rest of the order.
 */
function firstSql({ plan, dialect, parameters }: RowsContext): string {
  const order = orderSql(plan.order.slice(0, 1), tableOf(plan.type).columnOf, dialect);
  return `ORDER BY ${order} FETCH FIRST (${parameters.add(plan.skip + plan.take + 1)}) ROWS WITH TIES`;
}

function filteredSql({ field, index, conditions, reads }: IndexedFilter, context: RowsContext): string {
  const { plan, dialect } = context;
  if (dialect.through !== undefined) return walkSql(dialect.through(index), everything(context), context);
  // With them the partial indexes of unique values fit.
  const inner = [...conditions, ...plan.where.filter(({ field }) => field === 'Deleted')];
  const others = plan.where.filter((condition) => !inner.includes(condition));
  const isByStamps = reads !== 'all' && isStampIndexed(field, dialect);
  const rows = isByStamps ? stampedSql(inner, '', context) : walkSql('', holding(inner, context), context);
  return `(SELECT * FROM ${rows} ${OPTIMIZER_FENCE}) AS t WHERE ${all([...holding(others, context), ...searched(context)])}`;
}

/** Optimizer fence: outside it, neither the order nor another condition can lead PostgreSQL to another index. */
const OPTIMIZER_FENCE = 'OFFSET 0';

function walkSql(through: string, conditions: readonly string[], context: RowsContext): string {
  const { plan } = context;
  const { name, columnOf } = tableOf(plan.type);
  const ofEach = plan.each === undefined ? '' : `t.${columnOf.get(plan.each.field)!.name} = p.value`;
  return `${name} AS t${through} WHERE ${all([watched(context), own(context), ofEach, ...conditions])}`;
}

/** Names the index of the reference if the list has `each`: it finds the rows of one record, whatever the order is. */
function throughEach({ plan, dialect }: RowsContext): string {
  return plan.each === undefined ? '' : (dialect.through?.(indexNameOf(plan, plan.each.field)!) ?? '');
}

function firstInOrderSql({ field, index, most, between }: AccessPath & { by: 'order' }, context: RowsContext): string {
  const { plan, dialect, parameters } = context;
  const { name, columnOf } = tableOf(plan.type);
  const first = `ORDER BY ${orderSql(plan.order, columnOf, dialect)} ${dialect.slice(parameters.add(most), '0')}`;
  const walked = (source: string) => `${source} WHERE ${all([own(context), ...holding(between, context)])} ${first}`;
  const rows = !isStampIndexed(field, dialect)
    ? walked(`${name} AS t${dialect.through?.(index) ?? ''}`)
    : isLookedUpRowByRow(most)
      ? walked(joinStampsSql(plan.type, dialect))
      : stampedSql(between, first, context);
  const others = plan.where.filter((condition) => !between.includes(condition));
  return `(SELECT * FROM ${rows}) AS t
  WHERE ${all([watched(context), ...holding(others, context), ...searched(context)])}`;
}

/** Selects the rows whose stamps fulfil the conditions. `cut` limits and orders them. */
function stampedSql(conditions: readonly Condition[], cut: string, context: RowsContext): string {
  const { plan, use, dialect } = context;
  const { name, documents } = tableOf(plan.type);
  const ours = own(context);
  const stamps = `${documents} AS t WHERE ${all([ours, ...holding(conditions, context)])} ${cut}`;
  if (isCoveredByStamps(plan, use, dialect)) return stamps;
  return `${name} AS t WHERE ${ours} AND t.id = ANY (ARRAY(SELECT t.id FROM ${stamps}))`;
}

function everything(context: RowsContext): string[] {
  return [...holding(context.plan.where, context), ...searched(context)];
}

/**
 * Builds the search condition, which is tested on every access path. No filter's index answers it; on PostgreSQL a
 * trigram index does.
 */
function searched({ plan, dialect, parameters }: RowsContext): string[] {
  return plan.search === undefined ? [] : [searchSql(plan.search, tableOf(plan.type), dialect, parameters)];
}

function holding(conditions: readonly Condition[], { plan, dialect, parameters }: RowsContext): string[] {
  return conditions.length === 0 ? [] : [conditionsSql(conditions, tableOf(plan.type), dialect, parameters)];
}

function own({ account, parameters }: RowsContext): string {
  return `t.account = ${parameters.add(account)}`;
}

function watched({ plan, dialect }: RowsContext): string {
  const looks = rowsBetweenChecks(plan);
  return looks === undefined ? '' : (dialect.watched?.('t.key', looks) ?? '');
}

function all(conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ') || 'TRUE';
}
