/** Next query of a list after a click on a heading or a change of a chip. */
import type { RecordPointer } from '../data/names.ts';
import { findField, type TypeDescription } from '../description.ts';
import type { FilterChip, ListQuery } from './chip.ts';

/** Toggles ordering by a field: ascending, then descending, then off. With `adds`, the other order fields stay. */
export function toggleOrder({ order }: ListQuery, field: string, adds: boolean): ListQuery['order'] {
  const known = order.find((key) => key.field === field);
  const others = adds ? order.filter((key) => key.field !== field) : [];
  if (known === undefined) return [...others, { field, descending: false }];
  return known.descending ? others : [...others, { field, descending: true }];
}

/**
 * Puts a chip in the place of the one it replaces, or appends it. Only one chip for deleted records exists at a time.
 */
export function replaceChip(
  chips: readonly FilterChip[],
  chip: FilterChip,
  from: number | 'new',
): readonly FilterChip[] {
  const at = from === 'new' ? chips.findIndex((one) => one.is === 'deleted' && chip.is === 'deleted') : from;
  return at === -1 ? [...chips, chip] : chips.with(at, chip);
}

/** Returns the records that the chips refer to. */
export function chipReferences(type: TypeDescription, { chips }: ListQuery): RecordPointer[] {
  return chips.flatMap((chip) => {
    if (chip.is !== 'any' && chip.is !== 'none') return [];
    const to = findField(type, chip.field)?.to;
    return to === undefined
      ? []
      : chip.values.flatMap((value) => (Number(value) > 0 ? [{ type: to, id: Number(value) }] : []));
  });
}
