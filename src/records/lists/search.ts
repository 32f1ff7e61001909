/** Interprets `search` and `contains`: case-insensitive text anywhere in a value, in addition to the filters. */
import { isScalar } from '../../catalogue/index.ts';
import type { InputFault } from '../../problems.ts';
import { didYouMean, fault, quoted } from './faults.ts';
import type { Condition, Search } from './plan.ts';
import { findProperty, type Listable } from './properties.ts';
import type { ListRequest } from './request.ts';

export function planSearch(
  listable: Listable,
  { search }: Pick<ListRequest, 'search'>,
  faults: InputFault[],
): Search | undefined {
  if (search === undefined) return undefined;
  if (listable.search === undefined) {
    faults.push(fault(search.name, 'Nothing is searched here. Write contains=<property>:<text>, or a filter.'));
  } else if (search.value === '') faults.push(fault(search.name, 'There is nothing to search for. Write a text.'));
  else return { fields: listable.search, text: search.value };
  return undefined;
}

/** Each is a condition of its own: all must hold, those of one property too. */
export function planContains(listable: Listable, { contains }: ListRequest, faults: InputFault[]): Condition[] {
  return contains.flatMap(({ name, value }): Condition[] => {
    const read = readContains(listable, value);
    if (typeof read !== 'string') return [read];
    faults.push(fault(name, read));
    return [];
  });
}

/** Or what is wrong with it. Only the first colon counts, so the text may have some, too. */
function readContains(listable: Listable, value: string): Condition | string {
  const colon = value.indexOf(':');
  const [own, text] = colon === -1 ? [value, ''] : [value.slice(0, colon).trim(), value.slice(colon + 1)];
  const property = findProperty(listable, own);
  if (colon === -1) {
    return `${quoted(value)} has no colon. Write a property, a colon and a text, such as ${property?.name ?? searchable(listable)[0]}:boiler.`;
  }
  if (property === undefined) {
    return `There is no property ${quoted(own)} to look into.${didYouMean(own, searchable(listable))}`;
  }
  const { kind } = property.field;
  if (!isScalar(property.field)) {
    return `${property.name} holds ${kind === 'list' ? 'a list' : 'an object'}, which is not looked into. Name another property.`;
  }
  if (kind === 'boolean')
    return `${property.name} is true or false and contains no text. Filter by ${property.name}=true.`;
  if (text === '') return `There is no text behind the colon. Write ${property.name}:<text>.`;
  return { field: property.name, anyOf: [{ op: 'contains', text }] };
}

function searchable(listable: Listable): string[] {
  return Array.from(listable.properties)
    .filter(([, field]) => isScalar(field) && field.kind !== 'boolean')
    .map(([name]) => name)
    .sort((a, b) => Number(b === 'Name') - Number(a === 'Name'));
}
