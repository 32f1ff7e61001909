/** Interprets `fields`: selects the properties to show, in the item's own order and always including its key. */
import { type InputFault, Problem } from '../../problems.ts';
import { didYouMean, fault, invalidQuery, namesIn, quoted } from './faults.ts';
import type { Listable } from './properties.ts';
import { type Parameter, parseQuery } from './query.ts';
import type { ListRequest } from './request.ts';

export function planFields(
  listable: Listable,
  { fields }: Pick<ListRequest, 'fields'>,
  faults: InputFault[],
): readonly string[] | undefined {
  if (fields === undefined) return undefined;
  const shown = listable.shown ?? [...listable.properties.keys()];
  const byLowerName = new Map(shown.map((name) => [name.toLowerCase(), name]));
  const chosen = new Set<string>([listable.key]);
  const named = new Set<string>();
  for (const part of namesIn(fields.value, faults)) {
    const name = part.trim();
    const property = byLowerName.get(name.toLowerCase());
    if (name === '')
      faults.push(fault(fields.name, 'A property name is missing. Write names separated by commas, such as ID,Name.'));
    else if (property === undefined) faults.push(fault(fields.name, unknown(shown, name)));
    else if (named.has(property))
      faults.push(fault(fields.name, `${property} is named more than once. Name each property once.`));
    else named.add(property);
    if (property !== undefined) chosen.add(property);
  }
  return shown.filter((name) => chosen.has(name));
}

function unknown(shown: readonly string[], name: string): string {
  return `There is no property ${quoted(name)} to show.${didYouMean(name, shown)}`;
}

/** Parses `fields` in the URL of one record, after `version` has been parsed. */
export function readFields(listable: Listable, query: string): readonly string[] | undefined | Problem {
  const parameters = parseQuery(query);
  if (parameters instanceof Problem) return parameters;
  const faults: InputFault[] = [];
  const [fields, ...others] = parameters.filter(isFields);
  for (const { name } of parameters.filter((parameter) => !isFields(parameter))) {
    faults.push(fault(name, 'There is no such parameter here; this address takes fields and version alone.'));
  }
  if (others.length > 0) faults.push(fault(fields!.name, `Given ${others.length + 1} times. Give fields once.`));
  const chosen = planFields(listable, { fields }, faults);
  return faults.length > 0 ? invalidQuery(faults) : chosen;
}

function isFields({ name }: Parameter): boolean {
  return name.toLowerCase() === 'fields';
}
