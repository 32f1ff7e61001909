/**
 * Merges the conditions on each field into one range (strictest lower and upper bound), or into the values that satisfy
 * all of them. A database seeks in an index with one bound at either end, or with values. It would test every further
 * condition row by row, and scan all rows even if none can match.
 */
import type { Field } from '../../catalogue/index.ts';
import { compareValues } from './evaluate.ts';
import type { Condition, Scalar, Test } from './plan.ts';
import type { Listable } from './properties.ts';

type Bound = Test & { readonly op: 'gt' | 'ge' | 'lt' | 'le' };

/** Holds for the same items as all of the conditions do. */
export function toRanges({ properties, key }: Listable, where: readonly Condition[]): readonly Condition[] {
  const byField = Map.groupBy(where, ({ field }) => field);
  if (byField.size === where.length) return where;
  const stretches = Array.from(byField, ([field, own]) =>
    own.length === 1 ? own : [...stretchOf(own, properties.get(field)!), ...own.filter(isOther)],
  ).flat();
  return stretches.some(({ anyOf }) => anyOf.length === 0) ? [nothing(key)] : stretches;
}

/** No item has this key. */
export function nothing(key: string): Condition {
  return { field: key, anyOf: [{ op: 'eq', value: 0 }] };
}

function stretchOf(conditions: readonly Condition[], field: Field): Condition[] {
  const bounds = conditions.flatMap((condition) => boundOf(condition) ?? []);
  const ends = [strictest(bounds.filter(isLower), 1, field), strictest(bounds.filter(isUpper), -1, field)];
  const stretch = ends.filter((end) => end !== undefined);
  const [values, ...more] = conditions.filter(isValues);
  const { field: name } = conditions[0]!;
  if (values === undefined) return stretch.map((end) => ({ field: name, anyOf: [end] }));
  const left = values.anyOf.filter(
    (test) =>
      more.every(({ anyOf }) => anyOf.some((other) => givenBy(other) === givenBy(test))) &&
      stretch.every((end) => isWithin(givenBy(test), end, field)),
  );
  return [{ field: name, anyOf: left }];
}

/** `inward` is the direction in which a bound gets stricter. */
function strictest(bounds: readonly Bound[], inward: 1 | -1, field: Field): Bound | undefined {
  const isStricter = (one: Bound, other: Bound) => {
    const order = inward * compareValues(one.value, other.value, field);
    return order > 0 || (order === 0 && isOpen(one) && !isOpen(other));
  };
  return bounds.reduce<Bound | undefined>(
    (best, one) => (best === undefined || isStricter(one, best) ? one : best),
    undefined,
  );
}

function isWithin(value: Scalar | null, bound: Bound, field: Field): boolean {
  if (value === null) return false;
  const order = compareValues(value, bound.value, field) * (isLower(bound) ? 1 : -1);
  return order > 0 || (order === 0 && !isOpen(bound));
}

/** True if the range excludes the bound itself. */
const isOpen = ({ op }: Bound) => op === 'gt' || op === 'lt';
const isLower = ({ op }: Bound) => op === 'gt' || op === 'ge';
const isUpper = (bound: Bound) => !isLower(bound);

function boundOf({ anyOf }: Condition): Bound | undefined {
  const [only, ...others] = anyOf;
  if (only === undefined || others.length > 0) return undefined;
  return only.op === 'eq' || only.op === 'ne' || only.op === 'contains' ? undefined : (only as Bound);
}

function isValues({ anyOf }: Condition): boolean {
  return anyOf.every(({ op }) => op === 'eq');
}

function isOther(condition: Condition): boolean {
  return !isValues(condition) && boundOf(condition) === undefined;
}

function givenBy(test: Test): Scalar | null {
  return (test as Test & { readonly op: 'eq' }).value;
}
