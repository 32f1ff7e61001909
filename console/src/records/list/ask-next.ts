/** What a list asks next: by a click on a heading, by one more chip. */
import type { Reference } from '../data/names.ts';
import { fieldOf, type TypeDescription } from '../description.ts';
import type { Chip, ListQuery } from './chip.ts';

/** By one field, or by one more: first ascending, then descending, then not. */
export function sorted({ order }: ListQuery, field: string, adds: boolean): ListQuery['order'] {
  const known = order.find((key) => key.field === field);
  const others = adds ? order.filter((key) => key.field !== field) : [];
  if (known === undefined) return [...others, { field, descending: false }];
  return known.descending ? others : [...others, { field, descending: true }];
}

/** In the place of the one it was made from. Deleted ones are shown in one way at a time. */
export function withChip(chips: readonly Chip[], chip: Chip, from: number | 'new'): readonly Chip[] {
  const at = from === 'new' ? chips.findIndex((one) => one.is === 'deleted' && chip.is === 'deleted') : from;
  return at === -1 ? [...chips, chip] : chips.with(at, chip);
}

/** The records that chips name. */
export function chipReferences(type: TypeDescription, { chips }: ListQuery): Reference[] {
  return chips.flatMap((chip) => {
    if (chip.is !== 'any' && chip.is !== 'none') return [];
    const to = fieldOf(type, chip.field)?.to;
    return to === undefined
      ? []
      : chip.values.flatMap((value) => (Number(value) > 0 ? [{ type: to, id: Number(value) }] : []));
  });
}
