/**
 * Preloads the components of a record's fields while the record loads. Components that arrive later would shift the
 * content below them.
 */
import { lazyComponent } from '../../parts/later.tsx';
import type { TypeDescription } from '../description.ts';
import { findFieldComponents, getTypeExtension } from './of-type.tsx';

/** List table, loaded on demand because few records have lists. */
export const ListTable = lazyComponent(() => import('./ListTable.tsx'), 'ListTable');

export function preloadFieldComponents({ name, fields }: TypeDescription): void {
  void getTypeExtension(name).Overview?.preload();
  for (const field of fields)
    if (field.kind === 'list') void (findFieldComponents(name, field.name)?.Shown ?? ListTable).preload();
}
