/**
 * Converts list arguments to a list query. Values and order are parsed by the same functions as for REST, so they have
 * the same meaning and the same error messages.
 */
import { isScalar, LONG_TEXT, type RecordTypeName, type ScalarField } from '../../catalogue/index.ts';
import { wellFormed } from '../../lib/json.ts';
import type { InputFault } from '../../problems.ts';
import { fault } from '../../records/lists/faults.ts';
import { planOrder } from '../../records/lists/order.ts';
import type { Condition, Listing, Test } from '../../records/lists/plan.ts';
import { listableRecords } from '../../records/lists/properties.ts';
import { maxParameters } from '../../records/lists/query.ts';
import { defaultTake, maxTake } from '../../records/lists/request.ts';
import { planSearch } from '../../records/lists/search.ts';
import { nothing, toRanges } from '../../records/lists/stretches.ts';
import { readValue } from '../../records/lists/values.ts';

/** Arguments after GraphQL's coercion. */
export interface ListArguments {
  readonly filter?: Readonly<Record<string, Tests | null>> | null;
  readonly search?: string | null;
  readonly orderby?: string | null;
  readonly take?: number | null;
  readonly skip?: number | null;
  readonly deleted?: boolean | null;
}

type Value = string | number | boolean | null;
type Tests = Readonly<Partial<Record<Operator, Value>> & { in?: readonly Value[] | null; isNull?: boolean | null }>;
type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'contains';

export function readListing(type: RecordTypeName, given: ListArguments, faults: InputFault[]): Listing {
  const listable = listableRecords(type);
  const orderby = textParameter('orderby', given.orderby, faults);
  const search = textParameter('search', given.search, faults);
  const searched = planSearch(listable, { search }, faults);
  const where = [...hidden(given), ...readFilter(type, given.filter ?? {}, faults)];
  return {
    where: toRanges(listable, where),
    ...(searched && { search: searched }),
    order: planOrder(listable, { orderby }, faults),
    take: readWholeNumber('take', given.take ?? defaultTake, maxTake, faults),
    skip: readWholeNumber('skip', given.skip ?? 0, Number.MAX_SAFE_INTEGER, faults),
    count: false,
  };
}

/**
 * Excludes deleted records unless `deleted` or a filter requests them, as in REST. An empty filter, such as one whose
 * variable is not given, does not request them.
 */
function hidden({ deleted, filter }: ListArguments): Condition[] {
  return deleted === true || Object.keys(filter?.Deleted ?? {}).length > 0
    ? []
    : [{ field: 'Deleted', anyOf: [{ op: 'eq', value: false }] }];
}

function textParameter(name: string, value: string | null | undefined, faults: InputFault[]) {
  if (value === null || value === undefined) return undefined;
  const wrong = faultOfText(value);
  if (wrong !== undefined) faults.push(fault(name, wrong));
  return wrong === undefined ? { name, value } : undefined;
}

/** Reads a whole number; out of range is an error. Values are never clamped, as in the rest of the API. */
export function readWholeNumber(name: string, value: number, most: number, faults: InputFault[]): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  faults.push(fault(name, `${value} is out of range. Write a whole number from 0 to ${most}.`));
  return 0;
}

function readFilter(
  type: RecordTypeName,
  filter: NonNullable<ListArguments['filter']>,
  faults: InputFault[],
): Condition[] {
  const { properties, key } = listableRecords(type);
  const given = valuesIn(filter);
  if (given > maxParameters) {
    faults.push(tooManyValues('filter', given));
    return [];
  }
  const conditions: Condition[] = [];
  for (const [field, tests] of Object.entries(filter)) {
    const declaration = properties.get(field)!;
    if (!isScalar(declaration)) continue;
    if (tests === null) {
      faults.push(fault(`filter.${field}`, 'Write {isNull: true} or {eq: null} for those without a value.'));
      continue;
    }
    for (const [operator, value] of Object.entries(tests) as [Operator | 'in' | 'isNull', never][]) {
      const place = `filter.${field}.${operator}`;
      const anyOf = readTests(declaration, operator, value);
      const wrong = typeof anyOf === 'string' ? anyOf : anyOf.find((test) => typeof test === 'string');
      if (typeof wrong === 'string') faults.push(fault(place, wrong));
      else conditions.push(anyOf.length > 0 ? { field, anyOf: anyOf as Test[] } : nothing(key));
    }
  }
  return conditions;
}

/**
 * Counts the values of a filter before any is parsed, because one variable with many values can be used for every
 * field.
 */
function valuesIn(filter: NonNullable<ListArguments['filter']>): number {
  let count = 0;
  for (const tests of Object.values(filter)) {
    for (const value of Object.values(tests ?? {})) count += Array.isArray(value) ? value.length : 1;
  }
  return count;
}

/** Returns the fault for too many values. The limit is the same as for query string parameters, for the same reason. */
export function tooManyValues(place: string, count: number): InputFault {
  return fault(place, `${count} values are given; at most ${maxParameters} are. Split the query into several.`);
}

function readTests(field: ScalarField, operator: Operator | 'in' | 'isNull', value: never): (Test | string)[] | string {
  if (operator === 'in') return readAlternatives(field, value);
  if (operator !== 'isNull') return [readTest(field, operator, value)];
  return value === null ? 'Write true or false.' : [{ op: value ? 'eq' : 'ne', value: null }];
}

function readAlternatives(field: ScalarField, values: readonly Value[] | null): (Test | string)[] | string {
  if (values === null) return 'Write the values in a list; null in it stands for no value.';
  return values.map((value) => readTest(field, 'eq', value));
}

/** Returns the parsed test, or an error message. */
function readTest(field: ScalarField, op: Operator, value: Value): Test | string {
  if (op === 'contains') {
    if (typeof value !== 'string' || value === '') return 'There is no text to look for.';
    return faultOfText(value) ?? { op, text: value };
  }
  if (value === null) {
    if (op === 'eq' || op === 'ne') return { op, value };
    return 'Nothing is greater or less than null. Compare null with eq or ne.';
  }
  if (typeof value === 'boolean') return { op, value };
  const text = String(value);
  const wrong = faultOfText(text);
  if (wrong !== undefined) return wrong;
  const reading = readValue(field, text);
  return 'value' in reading ? { op, ...reading } : reading.wrong;
}

function faultOfText(text: string): string | undefined {
  if (text.length > 2 * LONG_TEXT) return `${text.length} characters are longer than any text here.`;
  return wellFormed(text) ? undefined : 'It contains U+0000 or half of a surrogate pair, which no text here may hold.';
}
