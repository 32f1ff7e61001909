/** A few records of each of several types, as briefly as they can be told apart. */
import { fieldsOf, type RecordType } from '../../../catalogue/index.ts';
import type { Json } from '../../../lib/json.ts';
import { fitItems, MAX_RESULT_BYTES } from '../result-size.ts';
import { hasNextPage, type RouteResult } from '../route-calls.ts';

export const RECORDS_PER_TYPE = 5;

/** Of one of so many lists that share an answer. */
export function fitPage({ data, headers }: RouteResult, lists: number) {
  const { items, fewer, cut } = fitItems(data as Json[], (MAX_RESULT_BYTES * 0.8) / lists);
  return { records: items as Json, more: fewer || hasNextPage(headers), cut: fewer || cut.length > 0 };
}

/** What a record is known by, and where it stands. */
export function briefFields(type: RecordType): string {
  const names = ['ID', ...type.title, ...(type.states === undefined ? [] : ['Status'])];
  return [...new Set(names)].filter((name) => Object.hasOwn(fieldsOf(type), name)).join(',');
}
