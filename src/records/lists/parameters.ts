/** The parameters of a query that is no list: names without regard to case, each once, none that is not known. */
import { Problem } from '../../problems.ts';
import { didYouMean, fault, invalidQuery, quoted } from './faults.ts';
import { parseQuery } from './query.ts';

export function readParameters(query: string, known: readonly string[]): Map<string, string> | Problem {
  const given = parseQuery(query);
  if (given instanceof Problem) return given;
  const values = new Map<string, string>();
  for (const { name, value } of given) {
    const parameter = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (parameter === undefined) {
      return refusedParameter(name, `There is no parameter ${quoted(name)} here.${didYouMean(name, known)}`);
    }
    if (values.has(parameter)) return refusedParameter(parameter, `Given several times. Give ${parameter} once.`);
    values.set(parameter, value);
  }
  return values;
}

export function refusedParameter(parameter: string, message: string): Problem {
  return invalidQuery([fault(parameter, message)]);
}
