/**
 * The ways to the rows of a list, and which of them is taken. A database that is left to choose guesses: without statistics
 * SQLite walks a million tasks in the order asked for to find the ten of one work order, and PostgreSQL does the same
 * where it expects more of them than there are. So the filters that have an index are counted first, each as far as
 * "few" (list-probe), and then
 *
 * - by the filter that has few rows, which are then put in order; where none has,
 * - in the order asked for, as far as so many rows: what is found often is found among the first;
 * - by the best filter, whatever it finds: what is rare takes no longer than if that had been done at once.
 *
 * Decision 0030 has the measurements.
 */
import { recordType, type ScalarField, scalarFieldsOf } from '../../../catalogue/index.ts';
import type { Condition, Each, ListPlan, Test } from '../../../records/lists/plan.ts';
import { listIndexesOf, uniqueIndexesOf } from '../../schema/indexes.ts';
import { tableOf } from '../../sql/columns.ts';
import { hidesDeleted, indexedOrderField } from './quick-list.ts';
import { areStampFields, isStampIndexed, type StampSupport } from './stamps.ts';

export type AccessPath =
  /** Leaves the choice to the database. */
  | { readonly by: 'database' }
  /** Reads one filter's index. */
  | { readonly by: 'filter'; readonly filter: IndexedFilter }
  /** Walks the index of the order, up to `most` rows. */
  | {
      readonly by: 'order';
      readonly field: string;
      readonly index: string;
      /** Range of the index to walk: conditions on the field of the order. */
      readonly between: readonly Condition[];
      readonly most: number;
      /** The access path for counting all rows. */
      readonly otherwise: AccessPath;
    };

/** The conditions on one indexed field. */
export interface IndexedFilter {
  readonly field: string;
  readonly index: string;
  readonly conditions: readonly Condition[];
  /** Share of the index that it reads: a row for each value, ranges of it, or every entry ("contains"). */
  readonly reads: 'rows' | 'stretches' | 'all';
}

export interface AccessPlan {
  /** Paths to try one after the other, as long as the previous one found some rows, but too few. */
  readonly tries: readonly AccessPath[];
  /** The path that answers in any case. */
  readonly last: AccessPath;
  /** True if the plan reads few rows. */
  readonly few: boolean;
}

/** Maximum number of rows that are looked up and sorted in half a millisecond. */
export const MAX_FEW_ROWS = 1_000;
/**
 * Minimum number of rows that the first try walks, which takes 0.8 ms: enough for a page if one row of fifty matches.
 */
export const MIN_WALKED_ROWS = 2_000;
/** The same minimum if each row must be looked up, which takes four times as long per row. */
const MIN_WALKED_STAMPED_ROWS = 500;
/** Maximum number of rows counted in all to compare filters that each have more than a few rows. */
const MAX_COMPARED_ROWS = 10_000;
/** Factor by which the second try walks further. */
const SECOND_WALK_FACTOR = 20;

export const DATABASE_CHOICE: AccessPath = { by: 'database' };

/**
 * Yields the filters to count and receives their counts, up to twice. A generator, because SQLite answers immediately
 * and PostgreSQL asynchronously.
 */
export function* planAccess(
  plan: ListPlan,
  engine: StampSupport,
): Generator<CountRequest, AccessPlan, readonly number[]> {
  if (plan.each !== undefined) return { tries: [], last: byReference(plan, plan.each), few: false };
  const filters = indexedFiltersOf(plan);
  const single = filters.find(({ reads }) => reads === 'rows');
  if (single !== undefined) return { tries: [], last: { by: 'filter', filter: single }, few: true };
  const stretches = filters.filter(({ reads }) => reads === 'stretches').sort(likelyFewerFirst(plan));
  let best = stretches[0];
  const countable = stretches.filter(isCountable);
  const further = countable.length > 1 ? [Math.floor(MAX_COMPARED_ROWS / countable.length)] : [];
  for (const most of countable.length > 0 ? [MAX_FEW_ROWS, ...further] : []) {
    const counts = yield { filters: countable, most: most + 1 };
    const least = Math.min(...counts);
    best = countable[counts.indexOf(least)]!;
    if (least <= MAX_FEW_ROWS) return { tries: [], last: { by: 'filter', filter: best }, few: true };
    if (least <= most) break;
  }
  const filter = best ?? filters.find(({ reads }) => reads === 'all');
  if (filter === undefined) {
    const isTried = plan.search !== undefined || isLookedUp(plan, engine);
    const tries = isTried ? walks(plan, undefined, DATABASE_CHOICE, engine) : [];
    return { tries, last: DATABASE_CHOICE, few: false };
  }
  const last: AccessPath = { by: 'filter', filter };
  return { tries: walks(plan, filter, last, engine), last, few: false };
}

/**
 * True if the order is by stamp, but the filters need fields outside the stamps. Left to choose, the database would
 * sort all rows.
 */
function isLookedUp(plan: ListPlan, engine: StampSupport): boolean {
  const field = indexedOrderField(plan);
  const filtered = plan.where.map((condition) => condition.field);
  return field !== undefined && isStampIndexed(field, engine) && !areStampFields(filtered, engine);
}

/** Returns the path to the rows that refer to each of many records. Their number is unknown. */
function byReference(plan: ListPlan, { field }: Each): AccessPath {
  return { by: 'filter', filter: { field, index: indexNameOf(plan, field)!, conditions: [], reads: 'stretches' } };
}

/** True if the first path of a plan ends soon, whatever it finds. */
export function isShortPlan({ tries, few }: AccessPlan, { count }: ListPlan): boolean {
  const [first] = tries;
  return few || (first?.by === 'order' && first.most === MIN_WALKED_ROWS && !count);
}

/** Filters whose rows are to be counted, each as far as `most`. */
export interface CountRequest {
  readonly filters: readonly IndexedFilter[];
  readonly most: number;
}

function walks(
  plan: ListPlan,
  filter: IndexedFilter | undefined,
  otherwise: AccessPath,
  engine: StampSupport,
): AccessPath[] {
  const field = indexedOrderField(plan);
  // Along the filter's own index the rows come in order already.
  if (field === undefined || field === filter?.field) return [];
  const index = indexNameOf(plan, field)!;
  const walked = isStampIndexed(field, engine) ? MIN_WALKED_STAMPED_ROWS : MIN_WALKED_ROWS;
  const most = Math.max(walked, 4 * (plan.skip + plan.take + 1));
  const between = plan.where.filter((one) => one.field === field && one.anyOf.length === 1 && isRange(one.anyOf[0]!));
  return [most, most * SECOND_WALK_FACTOR].map((most) => ({ by: 'order', field, index, between, most, otherwise }));
}

function indexedFiltersOf(plan: ListPlan): IndexedFilter[] {
  const fields = new Set(plan.where.map(({ field }) => field));
  return [...fields].flatMap((field) => indexedFilterOf(plan, field) ?? []);
}

function indexedFilterOf(plan: ListPlan, field: string): IndexedFilter | undefined {
  const index = indexNameOf(plan, field);
  if (index === undefined) return undefined;
  const conditions = plan.where.filter((condition) => condition.field === field);
  const unique = uniqueIndexesOf(plan.type).find((one) => one.field === field);
  const values = conditions.filter(({ anyOf }) => anyOf.every(isValue));
  if (values.length > 0 && (field === 'ID' || (unique !== undefined && hidesDeleted(plan)))) {
    return { field, index: unique?.name ?? index, conditions: values, reads: 'rows' };
  }
  const stretches = conditions.filter(
    ({ anyOf }) => anyOf.every(isEqual) || (anyOf.length === 1 && isRange(anyOf[0]!)),
  );
  if (stretches.length > 0) return { field, index, conditions: stretches, reads: 'stretches' };
  const searched = conditions.filter(({ anyOf }) => anyOf.every(({ op }) => op === 'contains'));
  return searched.length > 0 ? { field, index, conditions: searched, reads: 'all' } : undefined;
}

export function indexNameOf({ type }: ListPlan, field: string): string | undefined {
  if (field === 'ID') return `${tableOf(type).name}_by_id`;
  return listIndexesOf(type).find((index) => index.field === field)?.name;
}

const isEqual = ({ op }: Test) => op === 'eq';
const isValue = (test: Test) => test.op === 'eq' && test.value !== null;
const isRange = ({ op }: Test) => op === 'gt' || op === 'ge' || op === 'lt' || op === 'le';
/** True if an index can answer the test. */
export const usesIndex = (test: Test) => isEqual(test) || isRange(test);

/**
 * Maximum number of values that are counted. Each value needs an index search of its own, so counting many values takes
 * as long as using them.
 */
const MAX_COUNTED_VALUES = 50;

function isCountable({ conditions }: IndexedFilter): boolean {
  return conditions.every(({ anyOf }) => anyOf.length <= MAX_COUNTED_VALUES);
}

/** Compares filters that were not counted. If a field can have few values only, each value matches many records. */
function likelyFewerFirst({ type }: ListPlan): (one: IndexedFilter, other: IndexedFilter) => number {
  const fields = scalarFieldsOf(recordType(type));
  const rank = ({ field, conditions }: IndexedFilter) => {
    if (isWide(fields.get(field)!)) return 1;
    return conditions.some(({ anyOf }) => anyOf.some(isEqual)) ? 0 : 2;
  };
  return (one, other) => rank(one) - rank(other);
}

function isWide({ kind }: ScalarField): boolean {
  return kind === 'enum' || kind === 'boolean';
}
