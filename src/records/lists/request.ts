/**
 * Parses the list parameters of a query string without interpreting them. Each may occur once and is never clamped;
 * filters are names and values. Collects faults, so that one answer names them all.
 */
import type { InputFault } from '../../problems.ts';
import { didYouMean, fault, quoted } from './faults.ts';
import { findProperty, type Listable, type Property } from './properties.ts';
import type { Parameter } from './query.ts';

export interface ListRequest {
  readonly take: number;
  readonly skip: number;
  readonly count: boolean;
  /** Undefined where `fuzzy` or `extFilter` could not be read: what the filters mean is unknown then. */
  readonly matching: Matching | undefined;
  readonly orderby: Parameter | undefined;
  readonly deleted: Parameter | undefined;
  readonly search: Parameter | undefined;
  readonly fields: Parameter | undefined;
  /** Each as it was given: `Name:boiler`. */
  readonly contains: readonly Parameter[];
  readonly filters: readonly ListFilter[];
}

/** Values are equal; or contained (`fuzzy`); or end in an operator (`extFilter`, which overrides `fuzzy`). */
export type Matching = 'exact' | 'contains' | 'compared';

export interface ListFilter {
  /** The name as the client wrote it. */
  readonly parameter: string;
  readonly property: Property;
  readonly value: string;
}

export const listParameters = [
  'take',
  'skip',
  'orderby',
  'fuzzy',
  'extFilter',
  'search',
  'contains',
  'fields',
  'count',
  'Deleted',
] as const;
export type ListParameter = (typeof listParameters)[number];

export const defaultTake = 25;
export const maxTake = 1000;

/** Default and maximum of `take`. */
export interface Taking {
  readonly unset: number;
  readonly most: number;
}
const aPage: Taking = { unset: defaultTake, most: maxTake };
/** A stream has no pages. One more than that can still be counted. */
export const everything: Taking = { unset: Number.MAX_SAFE_INTEGER - 1, most: Number.MAX_SAFE_INTEGER - 1 };

export function readRequest(
  listable: Listable,
  parameters: readonly Parameter[],
  faults: InputFault[],
  taking: Taking = aPage,
): ListRequest {
  const given = new Map<ListParameter, Parameter[]>();
  const filters: ListFilter[] = [];
  for (const parameter of parameters) {
    const own = byLowerName.get(parameter.name.toLowerCase());
    const property = findProperty(listable, parameter.name);
    if (own !== undefined) given.set(own, [...(given.get(own) ?? []), parameter]);
    else if (property === undefined) faults.push(unknownName(listable, parameter));
    else filters.push({ parameter: parameter.name, property, value: parameter.value });
  }
  const once = (name: ListParameter): Parameter | undefined => {
    const [first, ...others] = given.get(name) ?? [];
    if (others.length === 0) return first;
    faults.push(fault(first!.name, `Given ${others.length + 1} times. Give ${name} once.`));
    return undefined;
  };
  const before = faults.length;
  const fuzzy = readBoolean(once('fuzzy'), faults);
  const extFilter = readBoolean(once('extFilter'), faults);
  const clear = faults.length === before;
  return {
    take: readWhole(once('take'), taking.unset, taking.most, faults),
    skip: readWhole(once('skip'), 0, Number.MAX_SAFE_INTEGER, faults),
    count: readBoolean(once('count'), faults),
    matching: !clear ? undefined : extFilter ? 'compared' : fuzzy ? 'contains' : 'exact',
    orderby: once('orderby'),
    deleted: once('Deleted'),
    search: once('search'),
    fields: once('fields'),
    contains: given.get('contains') ?? [],
    filters,
  };
}
const byLowerName = new Map(listParameters.map((name) => [name.toLowerCase(), name]));

function unknownName(listable: Listable, { name, value }: Parameter): InputFault {
  if (name === '') return fault('', `The value ${quoted(value)} has no name before its "=". Write <property>=<value>.`);
  const candidates = [...listable.properties.keys(), ...listParameters];
  return fault(name, `There is no property or parameter ${quoted(name)} here.${didYouMean(name, candidates)}`);
}

/** A boolean in any case, false where it is not given. */
function readBoolean(parameter: Parameter | undefined, faults: InputFault[]): boolean {
  if (parameter === undefined) return false;
  const word = parameter.value.toLowerCase();
  if (word !== 'true' && word !== 'false') {
    faults.push(fault(parameter.name, `${quoted(parameter.value)} is not a boolean. Write true or false.`));
  }
  return word === 'true';
}

/** Never clamped: a client that asked for 5000 and silently got 1000 would lose 4000 records a page. */
function readWhole(parameter: Parameter | undefined, unset: number, max: number, faults: InputFault[]): number {
  if (parameter === undefined) return unset;
  const { name, value } = parameter;
  if (/^-?[0-9]+$/.test(value)) {
    const number = Number(value);
    if (number >= 0 && number <= max) return Math.abs(number);
    faults.push(fault(name, `${quoted(value)} is out of range. Write a whole number from 0 to ${max}.`));
  } else {
    faults.push(fault(name, `${quoted(value)} is not a whole number. Write one from 0 to ${max}, digits only.`));
  }
  return unset;
}
