/** Brief records for results with several types: just enough to distinguish them. */
import { fieldsOf, type RecordType } from '../../../catalogue/index.ts';
import type { Json } from '../../../lib/json.ts';
import { fitItems, MAX_RESULT_BYTES } from '../result-size.ts';
import { hasNextPage, type RouteResult } from '../route-calls.ts';

export const RECORDS_PER_TYPE = 5;

/** Shortens one page of records; `lists` is the number of lists that share the result size. */
export function fitPage({ data, headers }: RouteResult, lists: number) {
  const { items, fewer, cut } = fitItems(data as Json[], (MAX_RESULT_BYTES * 0.8) / lists);
  return { records: items as Json, more: fewer || hasNextPage(headers), cut: fewer || cut.length > 0 };
}

/** Returns the fields that identify a record, and its status. */
export function briefFields(type: RecordType): string {
  const names = ['ID', ...type.title, ...(type.states === undefined ? [] : ['Status'])];
  return [...new Set(names)].filter((name) => Object.hasOwn(fieldsOf(type), name)).join(',');
}
