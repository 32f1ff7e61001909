/**
 * When the stamps lead to the rows of a list, and whether they are the rows: a row of the documents tells its stamp, and often nothing else is
 * asked for. Else its projections are looked up: one by one where a few may be enough, and otherwise all together, by the IDs, which takes
 * a fifth of the time for each.
 */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import { tableOf } from '../../sql/columns.ts';
import { searchConditionsOf } from './cancellation-checks.ts';
import { usesIndex } from './list-planner.ts';
import { areStampFields, isStampIndexed, type StampSupport, stampColumnsOf } from './stamps.ts';

/** What the rows are for: a page in the order of the plan; or in any order, to count them or to read these fields. */
export type RowsPurpose = 'page' | { readonly fields: readonly string[] };

/** Whether the stamp tells all that is read of a row. */
export function isCoveredByStamps(plan: ListPlan, use: RowsPurpose, engine: StampSupport): boolean {
  const read = use === 'page' ? plan.order.map(({ field }) => field) : use.fields;
  return areStampFields([...fieldsFiltered(plan), ...read], engine);
}

/**
 * Whether stamps lead to the rows where nothing is said to: because `some` of them are asked for; or because the list is in their order, and the
 * `first` are those of the page.
 */
export function stampLeadOf(plan: ListPlan, use: RowsPurpose, engine: StampSupport): 'some' | 'first' | undefined {
  const { where, order, each, search } = plan;
  if (each !== undefined || search !== undefined) return undefined;
  if (where.some(({ field, anyOf }) => isStampIndexed(field, engine) && anyOf.every(usesIndex))) return 'some';
  const isInOrder = use === 'page' && order[0] !== undefined && isStampIndexed(order[0].field, engine);
  return isInOrder && areStampFields(fieldsFiltered(plan), engine) ? 'first' : undefined;
}

/** Of so many that are walked in their order at most, a few may be enough. */
export function isLookedUpRowByRow(most: number): boolean {
  return most <= MAX_ROWS_LOOKED_UP_ROW_BY_ROW;
}

const MAX_ROWS_LOOKED_UP_ROW_BY_ROW = 2_000;

/** The rows `t` with all of their columns, those of the stamp from the documents: in its order they come as they are found. */
export function joinStampsSql(type: RecordTypeName, engine: StampSupport): string {
  const table = tableOf(type);
  const stamp = stampColumnsOf(table, engine);
  const others = table.columns.filter((column) => column.field !== 'ID' && !stamp.includes(column));
  const columns = [
    ...['d.account', 'd.id', ...stamp.map(({ name }) => `d.${name}`)],
    ...others.map(({ name }) => `p.${name}`),
  ];
  return `(SELECT ${columns.join(', ')}
  FROM ${table.documents} AS d JOIN ${table.name} AS p ON p.account = d.account AND p.id = d.id) AS t`;
}

function fieldsFiltered(plan: ListPlan): string[] {
  return [...plan.where, ...searchConditionsOf(plan)].map(({ field }) => field);
}
