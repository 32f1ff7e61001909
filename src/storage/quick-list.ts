/**
 * Which lists are quick: those that one index answers from its beginning. That is, the index holds every filter as an
 * equality and then the order, and few rows are passed over. On SQLite they run on the event loop, where a slow one would
 * hold everybody up; on PostgreSQL they may use every connection.
 */
import { isIndexed, recordType, scalarFieldsOf } from '../catalogue/index.ts';
import type { ListPlan } from '../records/list/plan.ts';

const MOST_ROWS = 2_000;

export function isQuickList(plan: ListPlan): boolean {
  if (plan.count || plan.search !== undefined || plan.skip + plan.take > MOST_ROWS) return false;
  const filters = plan.where.filter(({ field }) => field !== 'Deleted');
  // Every list index ends in `deleted`; few records are. Those that are deleted lie thinly, so they are searched for.
  if (plan.where.some((condition) => condition.field === 'Deleted' && !hidesDeleted(condition.anyOf))) return false;
  if (filters.some(({ anyOf }) => anyOf.length !== 1 || anyOf[0]!.op !== 'eq')) return false;
  const fields = filters.map(({ field }) => field);
  if (fields.length > 1) return false;
  return fields.length === 1 ? isQuickFilter(plan, fields[0]!) : isQuickOrder(plan);
}

function hidesDeleted(anyOf: ListPlan['where'][number]['anyOf']): boolean {
  return anyOf.length === 1 && anyOf[0]!.op === 'eq' && anyOf[0]!.value === false;
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

/** Index (account, id) or (account, field, id), walked in one direction. */
function isQuickOrder({ type, order }: ListPlan): boolean {
  const [first, second] = order;
  if (first === undefined || first.field === 'ID') return true;
  const declaration = scalarFieldsOf(recordType(type)).get(first.field)!;
  return (
    order.length === 2 &&
    second!.field === 'ID' &&
    second!.descending === first.descending &&
    isIndexed(first.field, declaration)
  );
}
