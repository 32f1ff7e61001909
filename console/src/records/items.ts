/** What the rows of a list hold, as it is read. */
import type { FieldDescription } from './description.ts';

/** A column's state or a question's type takes any text, and holds codes: they read as codes do elsewhere. */
export function listItemFields({ items = [] }: FieldDescription): FieldDescription[] {
  return items.map((item) => (item.kind === 'text' && CODE_FIELDS.has(item.name) ? { ...item, kind: 'enum' } : item));
}

const CODE_FIELDS = new Set(['Status', 'Type']);
