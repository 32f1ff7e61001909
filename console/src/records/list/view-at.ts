/** Returns the view that has the query's rows and order, if any. The page position does not matter. */
import type { TypeDescription } from '../description.ts';
import { DEFAULT_PAGE_SIZE, type ListQuery } from './chip.ts';
import { parseListQuery } from './read-query.ts';
import { type ListView, viewsOf } from './views.ts';
import { stringifyListQuery } from './write-query.ts';

export function findView(type: TypeDescription, query: ListQuery): ListView | undefined {
  const asked = (one: ListQuery) => stringifyListQuery(type, { ...one, take: DEFAULT_PAGE_SIZE, skip: 0 });
  const here = asked(query);
  return viewsOf(type.name).find((view) => asked(parseListQuery(type, view.query)) === here);
}
