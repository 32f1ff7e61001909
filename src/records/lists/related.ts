/** Lists of records by what they have to do with others: many by their IDs, and those whose reference leads to one of many. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { Each, Listing, ListPlan } from './plan.ts';

/**
 * Plans a list of these records, including deleted ones, ordered by ID. Pads the IDs to a power of two by repeating
 * one, so that there are few distinct statements and each is prepared once.
 */
export function planMany(type: RecordTypeName, ids: readonly number[]): ListPlan {
  const anyOf = ids.map((value) => ({ op: 'eq', value }) as const);
  while (!isPowerOfTwo(anyOf.length)) anyOf.push(anyOf.at(-1)!);
  return {
    type,
    where: [{ field: 'ID', anyOf }],
    order: [{ field: 'ID', descending: false }],
    skip: 0,
    take: anyOf.length,
    count: false,
  };
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

/**
 * Plans one list per record in `of`: a page of the records that reference it. The lists follow one another in the order
 * of `of`.
 */
export function planOfEach(
  type: RecordTypeName,
  { skip, take, ...listing }: Listing,
  field: string,
  of: readonly number[],
): ListPlan & { readonly each: Each } {
  return { type, ...listing, skip: 0, take: of.length * take, each: { field, of, skip, take } };
}
