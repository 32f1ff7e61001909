/** What the fields of a record are shown with, while the record itself is on its way: what came later would push away what is under it. */
import { lazyComponent } from '../../parts/later.tsx';
import type { TypeDescription } from '../description.ts';
import { findFieldComponents, getTypeExtension } from './of-type.tsx';

/** Few records have lists. */
export const ListTable = lazyComponent(() => import('./ListTable.tsx'), 'ListTable');

export function preloadFieldComponents({ name, fields }: TypeDescription): void {
  void getTypeExtension(name).Overview?.preload();
  for (const field of fields)
    if (field.kind === 'list') void (findFieldComponents(name, field.name)?.Shown ?? ListTable).preload();
}
