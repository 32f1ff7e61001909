/** Which of the views a list is, if it is one: the same rows in the same order, wherever in them somebody is. */
import type { TypeDescription } from '../description.ts';
import { DEFAULT_TAKE, type ListQuery } from './chip.ts';
import { readQuery } from './read-query.ts';
import { type View, viewsOf } from './views.ts';
import { writeQuery } from './write-query.ts';

export function viewAt(type: TypeDescription, query: ListQuery): View | undefined {
  const asked = (one: ListQuery) => writeQuery(type, { ...one, take: DEFAULT_TAKE, skip: 0 });
  const here = asked(query);
  return viewsOf(type.name).find((view) => asked(readQuery(type, view.query)) === here);
}
