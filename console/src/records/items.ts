/** Item fields of a list, prepared for display. */
import type { FieldDescription } from './description.ts';

/** Shows `Status` and `Type` items as codes: the service accepts any text there, but they contain codes. */
export function listItemFields({ items = [] }: FieldDescription): FieldDescription[] {
  return items.map((item) => (item.kind === 'text' && CODE_FIELDS.has(item.name) ? { ...item, kind: 'enum' } : item));
}

const CODE_FIELDS = new Set(['Status', 'Type']);
