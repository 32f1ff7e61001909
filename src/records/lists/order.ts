/** Interprets `orderby`: returns the sort keys, with the item's own key added to make the order total. */
import { isScalar } from '../../catalogue/index.ts';
import type { InputFault } from '../../problems.ts';
import { didYouMean, fault, namesIn, quoted } from './faults.ts';
import type { OrderKey } from './plan.ts';
import { findProperty, type Listable } from './properties.ts';
import type { ListRequest } from './request.ts';

/**
 * The own key comes last, in the direction of the key before it, so pages never repeat or lose an item. Where the
 * client places it, its direction holds, and what follows it is left out because it could not matter any more.
 */
export function planOrder(
  listable: Listable,
  { orderby }: Pick<ListRequest, 'orderby'>,
  faults: InputFault[],
): OrderKey[] {
  const own = listable.key;
  if (orderby === undefined) return [{ field: own, descending: listable.newestFirst ?? false }];
  const keys: OrderKey[] = [];
  for (const part of namesIn(orderby.value, faults)) {
    const key = readKey(listable, part, keys);
    if (typeof key === 'string') faults.push(fault(orderby.name, key));
    else keys.push(key);
  }
  const end = keys.findIndex((key) => key.field === own);
  if (end !== -1) return keys.slice(0, end + 1);
  return [...keys, { field: own, descending: keys.at(-1)?.descending ?? false }];
}

/** Parses one sort key; returns an error message if it is invalid. */
function readKey(listable: Listable, part: string, before: readonly OrderKey[]): OrderKey | string {
  const [name = '', direction = 'asc', ...rest] = part.match(/[^ ]+/g) ?? [];
  if (name === '') return 'A property name is missing. Write names separated by commas, such as Name Desc,CreatedOn.';
  const property = findProperty(listable, name);
  if (property === undefined) {
    return `There is no property ${quoted(name)} to order by.${didYouMean(name, sortable(listable))}`;
  }
  if (!isScalar(property.field)) {
    const held = property.field.kind === 'list' ? 'a list' : 'an object';
    return `${property.name} holds ${held} and is not sortable. Order by another property.`;
  }
  const word = direction.toLowerCase();
  if ((word !== 'asc' && word !== 'desc') || rest.length > 0) {
    const found = [direction, ...rest].join(' ');
    return `${quoted(found)} behind ${property.name} is not a direction. Write Asc or Desc, and a comma between properties.`;
  }
  if (before.some((key) => key.field === property.name)) {
    return `${property.name} is named more than once. Name each property once.`;
  }
  return { field: property.name, descending: word === 'desc' };
}

function sortable(listable: Listable): string[] {
  return Array.from(listable.properties)
    .filter(([, field]) => isScalar(field))
    .map(([name]) => name);
}
