/**
 * Parses a list query, from the address or as the service takes it, into chips. Unknown parts become chips of their
 * own, so that no part of a link is lost silently.
 */
import { type FieldDescription, findField, isScalar, type TypeDescription } from '../description.ts';
import {
  type ChipValue,
  DEFAULT_PAGE_SIZE,
  type FilterChip,
  type ListQuery,
  type OrderKey,
  type RangeBound,
} from './chip.ts';

export function parseListQuery(type: TypeDescription, query: string): ListQuery {
  const parameters = [...new URLSearchParams(query)].filter(([name]) => !name.startsWith('ui.'));
  const given = (name: string) => parameters.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
  const compared = isTrue(given('extFilter'));
  const fuzzy = !compared && isTrue(given('fuzzy'));
  const chips: FilterChip[] = [];
  for (const [name, value] of parameters) {
    if (NON_FILTER_PARAMETERS.has(name.toLowerCase())) continue;
    const chip =
      name.toLowerCase() === 'deleted'
        ? deletedChip(value, compared)
        : name.toLowerCase() === 'contains'
          ? containsChip(type, value)
          : filterChip(findField(type, name), value, compared, fuzzy);
    if (chip === 'nothing') continue;
    join(chips, chip ?? { is: 'unread', name, value }, fuzzy);
  }
  const order = readOrder(type, given('orderby') ?? '');
  const unread = order === undefined ? [{ is: 'unread', name: 'orderby', value: given('orderby')! } as const] : [];
  return {
    chips: [...chips, ...unread],
    search: given('search') ?? '',
    order: order ?? [],
    take: wholeNumber(given('take'), DEFAULT_PAGE_SIZE),
    skip: wholeNumber(given('skip'), 0),
  };
}

/** Parameters that are not filters. The page itself decides about `fields` and `count`. */
const NON_FILTER_PARAMETERS = new Set(['take', 'skip', 'orderby', 'fuzzy', 'extfilter', 'search', 'fields', 'count']);

function filterChip(
  field: FieldDescription | undefined,
  text: string,
  compared: boolean,
  fuzzy: boolean,
): FilterChip | undefined {
  if (field === undefined || !isScalar(field)) return undefined;
  const { name, kind } = field;
  if (!compared) {
    if (text === 'null' && kind !== 'text') return { is: 'any', field: name, values: [null] };
    if (fuzzy && kind !== 'boolean') return { is: 'contains', field: name, texts: [text] };
    return { is: 'any', field: name, values: [text] };
  }
  const { operator, value } = splitOperator(text);
  const read: ChipValue = value === 'null' ? null : value;
  if (operator === 'eq') return { is: 'any', field: name, values: [read] };
  if (operator === 'ne') return { is: 'none', field: name, values: [read] };
  if (read === null) return undefined;
  const bound: RangeBound = { value: read, inclusive: operator === 'ge' || operator === 'le' };
  return operator.startsWith('g') ? { is: 'range', field: name, from: bound } : { is: 'range', field: name, to: bound };
}

/** Splits off a trailing operator. Only the last word counts, and only after a space. */
export function splitOperator(text: string): { readonly operator: string; readonly value: string } {
  const found = /^([\s\S]*) (eq|ne|gt|ge|lt|le)$/i.exec(text);
  return found === null ? { operator: 'eq', value: text } : { operator: found[2]!.toLowerCase(), value: found[1]! };
}

/** Adds a chip. Alternatives for one field share a chip, and so do both ends of a range. */
function join(chips: FilterChip[], chip: FilterChip, fuzzy: boolean): void {
  const at = chips.findIndex((one) => isJoined(one, chip, fuzzy));
  if (at === -1) chips.push(chip);
  else chips[at] = joined(chips[at]!, chip);
}

function isJoined(one: FilterChip, chip: FilterChip, fuzzy: boolean): boolean {
  if (!('field' in one) || !('field' in chip) || one.field !== chip.field || one.is !== chip.is) return false;
  if (one.is === 'range' && chip.is === 'range') return chip.from ? one.from === undefined : one.to === undefined;
  return one.is !== 'contains' || fuzzy;
}

function joined(one: FilterChip, chip: FilterChip): FilterChip {
  if (one.is === 'range' && chip.is === 'range') return { ...one, ...chip };
  if (one.is === 'contains' && chip.is === 'contains') return { ...one, texts: [...one.texts, ...chip.texts] };
  if ((one.is === 'any' && chip.is === 'any') || (one.is === 'none' && chip.is === 'none')) {
    return { ...one, values: [...new Set([...one.values, ...chip.values])] };
  }
  return one;
}

function containsChip(type: TypeDescription, value: string): FilterChip | undefined {
  const colon = value.indexOf(':');
  const field = colon === -1 ? undefined : findField(type, value.slice(0, colon).trim());
  const text = value.slice(colon + 1);
  if (field === undefined || text === '' || !isScalar(field)) return undefined;
  return { is: 'contains', field: field.name, texts: [text] };
}

function deletedChip(text: string, compared: boolean): FilterChip | 'nothing' | undefined {
  const { operator, value } = compared ? splitOperator(text) : { operator: 'eq', value: text };
  const word = value.toLowerCase();
  if (word !== 'true' && word !== 'false') return undefined;
  if (operator === 'eq') return word === 'true' ? { is: 'deleted', show: 'also' } : 'nothing';
  if (operator === 'ne') return word === 'false' ? { is: 'deleted', show: 'only' } : 'nothing';
  return undefined;
}

function readOrder(type: TypeDescription, text: string): OrderKey[] | undefined {
  const keys = text.split(',').filter((part) => part.trim() !== '');
  const read = keys.map((key) => {
    const [, name = '', direction = 'asc'] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(key) ?? [];
    const field = findField(type, name);
    return field && isScalar(field) ? { field: field.name, descending: direction.toLowerCase() === 'desc' } : undefined;
  });
  return read.includes(undefined) ? undefined : (read as OrderKey[]);
}

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

function wholeNumber(text: string | undefined, unset: number): number {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : unset;
}
