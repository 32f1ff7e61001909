/** What a list asks next: by a click on a heading, by one more chip. */
import type { RecordPointer } from '../data/names.ts';
import { findField, type TypeDescription } from '../description.ts';
import type { FilterChip, ListQuery } from './chip.ts';

/** By one field, or by one more: first ascending, then descending, then not. */
export function toggleOrder({ order }: ListQuery, field: string, adds: boolean): ListQuery['order'] {
  const known = order.find((key) => key.field === field);
  const others = adds ? order.filter((key) => key.field !== field) : [];
  if (known === undefined) return [...others, { field, descending: false }];
  return known.descending ? others : [...others, { field, descending: true }];
}

/** In the place of the one it was made from. Deleted ones are shown in one way at a time. */
export function replaceChip(
  chips: readonly FilterChip[],
  chip: FilterChip,
  from: number | 'new',
): readonly FilterChip[] {
  const at = from === 'new' ? chips.findIndex((one) => one.is === 'deleted' && chip.is === 'deleted') : from;
  return at === -1 ? [...chips, chip] : chips.with(at, chip);
}

/** The records that chips name. */
export function chipReferences(type: TypeDescription, { chips }: ListQuery): RecordPointer[] {
  return chips.flatMap((chip) => {
    if (chip.is !== 'any' && chip.is !== 'none') return [];
    const to = findField(type, chip.field)?.to;
    return to === undefined
      ? []
      : chip.values.flatMap((value) => (Number(value) > 0 ? [{ type: to, id: Number(value) }] : []));
  });
}
