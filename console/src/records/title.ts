/** Title of a record: the values of its one or two title fields. A reference is replaced by the title of its record. */
import { visibleText } from '../../../src/lib/visible-text.ts';
import type { RecordFields, TypeDescription } from './description.ts';

export function recordTitle(
  type: TypeDescription,
  record: RecordFields,
  nameOf: (type: string, id: number) => string | undefined,
): string {
  const parts = type.title.flatMap((name) => {
    const value = record[name];
    if (value === null || value === undefined || value === '') return [];
    const field = type.fields.find((one) => one.name === name);
    if (field?.kind === 'reference') return nameOf(field.to ?? '', Number(value)) ?? [];
    return [visibleText(String(value))];
  });
  const [first, ...others] = parts;
  return first === undefined ? `${type.singular} ${record.ID}` : [first, ...others].join(' · ');
}

/** Returns the fields that the title needs. */
export function recordTitleFields(type: TypeDescription): readonly string[] {
  return type.title;
}
