/**
 * Decides which lists are quick: those that one index answers from its beginning. The index must contain every filter
 * as an equality and then the order, and few rows may be skipped. On SQLite quick lists run on the event loop, where a
 * slow one would block all requests. On PostgreSQL they may use every connection.
 */
import { isIndexed, recordType, type ScalarField, scalarFieldsOf } from '../../../catalogue/index.ts';
import type { Condition, Each, ListPlan, Test } from '../../../records/lists/plan.ts';
import { searchConditionsOf } from './cancellation-checks.ts';

const MAX_QUICK_ROWS = 2_000;

export function isQuickList(plan: ListPlan): boolean {
  if (plan.each !== undefined) return isQuickOfEach(plan, plan.each);
  if (plan.count || plan.search !== undefined || plan.skip + plan.take > MAX_QUICK_ROWS) return false;
  const filters = plan.where.filter(({ field }) => field !== 'Deleted');
  // Every list index ends in `deleted`; few records are. Those that are deleted lie thinly, so they are searched for.
  if (plan.where.length > filters.length && !hidesDeleted(plan)) return false;
  if (filters.length > 0 && filters.every((filter) => isStretchOf(indexedOrderField(plan), filter))) return true;
  if (filters.length === 1 && namesRecords(filters[0]!)) return true;
  if (filters.some(({ anyOf }) => anyOf.length !== 1 || anyOf[0]!.op !== 'eq')) return false;
  const fields = filters.map(({ field }) => field);
  if (fields.length > 1) return false;
  return fields.length === 1 ? isQuickFilter(plan, fields[0]!) : indexedOrderField(plan) !== undefined;
}

/**
 * True if the condition names records by ID. Each ID is one index lookup, and there are no more of them than a page
 * has.
 */
function namesRecords({ field, anyOf }: Condition): boolean {
  return (
    field === 'ID' && anyOf.length <= MAX_NAMED_IDS && anyOf.every((test) => test.op === 'eq' && test.value !== null)
  );
}

const MAX_NAMED_IDS = 1_024;

function isQuickOfEach({ each: _, ...plan }: ListPlan, { field, of, skip, take }: Each): boolean {
  if (of.length * (skip + take) > MAX_QUICK_ROWS) return false;
  const leadsToOne: Condition = { field, anyOf: [{ op: 'eq', value: 1 }] };
  return isQuickList({ ...plan, where: [...plan.where, leadsToOne], skip, take });
}

export function hidesDeleted({ where }: Pick<ListPlan, 'where'>): boolean {
  const switches = where.filter(({ field }) => field === 'Deleted');
  return switches.some(({ anyOf }) => anyOf.length === 1 && anyOf[0]!.op === 'eq' && anyOf[0]!.value === false);
}

/** True if the condition is a range of the walked field, as for all changes since a time: one range of one index. */
function isStretchOf(walked: string | undefined, { field, anyOf }: Condition): boolean {
  return field === walked && anyOf.length === 1 && /^[gl][te]$/.test(anyOf[0]!.op);
}

/** Index (account, field, id): the order can only be that of the IDs, the field being the same throughout. */
function isQuickFilter(plan: ListPlan, field: string): boolean {
  if (field === 'ID') return true;
  const declaration = scalarFieldsOf(recordType(plan.type)).get(field)!;
  if (!isIndexed(field, declaration)) return false;
  // Text is equal when its document says so too: of a million that fold alike, none may be the one asked for. A unique
  // one has an index of its own, of those not deleted, and there is at most one.
  if (declaration.kind === 'text' && !(declaration.unique && plan.where.some((one) => one.field === 'Deleted')))
    return false;
  return plan.order.every((key) => key.field === field || key.field === 'ID');
}

/** The field by whose index (account, id) or (account, field, id) the whole order is walked, in one direction. */
export function indexedOrderField({ type, order }: Pick<ListPlan, 'type' | 'order'>): string | undefined {
  const [first, second] = order;
  if (first === undefined || first.field === 'ID') return 'ID';
  const isWalked =
    order.length === 2 &&
    second!.field === 'ID' &&
    second!.descending === first.descending &&
    isIndexed(first.field, scalarFieldsOf(recordType(type)).get(first.field)!);
  return isWalked ? first.field : undefined;
}

/**
 * True if a row is filtered quickly by its columns alone: then the time for a thousand rows is limited, whatever they
 * contain. Searches only look for short texts in a few short fields, which takes 1 µs a row at worst.
 */
export function isCheapToFilter(plan: Pick<ListPlan, 'type' | 'where' | 'search'>): boolean {
  const fields = scalarFieldsOf(recordType(plan.type));
  const conditions = [...plan.where, ...searchConditionsOf(plan)];
  const tests = conditions.flatMap(({ field, anyOf }) =>
    anyOf.map((test) => ({ test, declaration: fields.get(field)! })),
  );
  if (tests.length > MAX_CHEAP_TESTS || tests.filter(({ test }) => test.op === 'contains').length > 2) return false;
  return tests.every(({ test, declaration }) => isLightTest(test, declaration));
}

const MAX_CHEAP_TESTS = 50;
const MAX_SHORT_TEXT_CHARS = 254;
const MAX_SHORT_NEEDLE_BYTES = 64;

/**
 * True if the test needs no document. Exact equality of texts, and the original form of a decimal, are only in the
 * documents.
 */
function isLightTest(test: Test, declaration: ScalarField): boolean {
  const { kind } = declaration;
  if (test.op === 'contains') {
    const isShort = kind === 'text' ? declaration.max <= MAX_SHORT_TEXT_CHARS : kind !== 'decimal';
    return isShort && Buffer.byteLength(test.text) <= MAX_SHORT_NEEDLE_BYTES;
  }
  return kind !== 'text' || (test.op !== 'eq' && test.op !== 'ne') || test.value === null;
}
