/** What the fields of a record are shown with, while the record itself is on its way: what came later would push away what is under it. */
import { later } from '../../parts/later.tsx';
import type { TypeDescription } from '../description.ts';
import { ownFieldOf, whatHas } from './of-type.tsx';

/** Few records have lists. */
export const ListTable = later(() => import('./ListTable.tsx'), 'ListTable');

export function loadShown({ name, fields }: TypeDescription): void {
  void whatHas(name).Overview?.preload();
  for (const field of fields)
    if (field.kind === 'list') void (ownFieldOf(name, field.name)?.Shown ?? ListTable).preload();
}
