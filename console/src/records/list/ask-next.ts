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

/** Deleted ones are shown in one way at a time. */
export function withChip(chips: readonly Chip[], chip: Chip): readonly Chip[] {
  const at = chips.findIndex((one) => one.is === 'deleted' && chip.is === 'deleted');
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
