/**
 * The rules of lists over items in memory, word for word and without regard to speed. Small lists are answered by it,
 * and the databases' answers are tested against it.
 */
import type { Field } from '../../catalogue/index.ts';
import { fold } from '../../lib/fold.ts';
import type { Json } from '../../lib/json.ts';
import { parseTimestamp } from '../../lib/time.ts';
import type { Condition, Listing, OrderKey, Scalar, Test } from './plan.ts';

export interface Evaluated<Item> {
  readonly page: readonly Item[];
  /** True if items follow the page. */
  readonly more: boolean;
  /** Number of all items that match the filters; only if the listing requests it. */
  readonly total: number | undefined;
}

export function evaluate<Item extends { readonly [property: string]: Json }>(
  listing: Listing,
  properties: ReadonlyMap<string, Field>,
  items: readonly Item[],
): Evaluated<Item> {
  const fieldOf = (property: string) => properties.get(property)!;
  const passes = (item: Item, { field, anyOf }: Condition) =>
    anyOf.some((test) => holds(test, item[field] ?? null, fieldOf(field)));
  const { fields: searched, text } = listing.search ?? { fields: [], text: '' };
  const found = (item: Item) =>
    listing.search === undefined ||
    searched.some((field) => passes(item, { field, anyOf: [{ op: 'contains', text }] }));
  const matches = items.filter((item) => listing.where.every((condition) => passes(item, condition)) && found(item));
  const rankOf = (item: Item, { field }: OrderKey) =>
    ranked(known(item[field] ?? null, fieldOf(field).kind), fieldOf(field));
  const sorted = matches
    .map((item) => ({ item, ranks: listing.order.map((key) => rankOf(item, key)) }))
    .sort((a, b) => {
      for (const [at, { descending }] of listing.order.entries()) {
        const order = compareNullFirst(a.ranks[at]!, b.ranks[at]!);
        if (order !== 0) return descending ? -order : order;
      }
      return 0;
    })
    .map(({ item }) => item);
  const end = listing.skip + listing.take;
  return {
    page: sorted.slice(listing.skip, end),
    more: sorted.length > end,
    total: listing.count ? sorted.length : undefined,
  };
}

type Kind = Field['kind'];

function holds(test: Test, held: Json, field: Field): boolean {
  const value = known(held, field.kind);
  if (test.op === 'eq') return value === test.value;
  if (test.op === 'ne') return value !== test.value;
  if (value === null) return false;
  if (test.op === 'contains') return fold(answerText(held)).includes(fold(test.text));
  const order = compareValues(value, test.value!, field);
  switch (test.op) {
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
  }
}

/** Below, at or above zero as the first value comes before the other, is the same, or comes after it. */
export function compareValues(one: Scalar, other: Scalar, field: Field): number {
  return compare(ranked(one, field)!, ranked(other, field)!);
}

/** A property of an item in the terms of the listing: timestamps as milliseconds. */
function known(held: Json, kind: Kind): Scalar | null {
  if (held === null) return null;
  if (kind === 'timestamp') return parseTimestamp(held as string)!;
  // What is filtered as text may hold a number too, as an id that came from elsewhere does.
  return kind === 'text' ? answerText(held) : (held as Scalar);
}

/** A value's text as it stands in the JSON answer. */
function answerText(held: Json): string {
  return typeof held === 'string' ? held : JSON.stringify(held);
}

/** Returns the sort key of a value: folded text, the declared position of an enum value, false before true. */
function ranked(value: Scalar | null, field: Field): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return value;
  if (field.kind === 'enum') return field.values.indexOf(value);
  return field.kind === 'text' ? fold(value) : value;
}

function compareNullFirst(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compare(a, b);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // By code points, as both databases do; JavaScript's own order is by UTF-16 units and differs beyond U+FFFF.
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
