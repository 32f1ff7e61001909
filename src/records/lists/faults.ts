/** Reports all faults of a query string in one Problem, each with its position and a correction. */
import { nearest } from '../../lib/nearest.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../../problems.ts';

export function invalidQuery(faults: readonly InputFault[]): Problem {
  const [first] = faults;
  const detail = faults.length === 1 ? place(first!) : `${place(first!)} (1 of ${faults.length} faults; see errors)`;
  return new Problem('invalid_query', detail, { errors: faults });
}

function place(fault: InputFault): string {
  return 'parameter' in fault ? `${fault.parameter}: ${fault.message}` : fault.message;
}

/** A place in a query string. Names come from the client, so over-long ones are cut. */
export function fault(parameter: string, message: string): InputFault {
  return { parameter: shortened(parameter), message };
}

/** Yields the names in a comma-separated value, until the limit of reported faults is reached. */
export function* namesIn(value: string, faults: readonly InputFault[]): Generator<string> {
  for (const name of value.split(',')) {
    if (faults.length >= MAX_FAULTS) return;
    yield name;
  }
}

/** A client's text inside a message. */
export function quoted(text: string): string {
  return `"${shortened(text)}"`;
}

/** ` Did you mean "Name"?`, or nothing where nothing is near. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(shortened(word), candidates);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}

const longestShown = 80;

function shortened(text: string): string {
  if (text.length <= longestShown) return text;
  // Cut between code points: half a surrogate pair would not survive the encoding of the answer.
  const kept = Array.from(text.slice(0, 2 * longestShown))
    .slice(0, longestShown)
    .join('');
  return kept.length === text.length ? text : `${kept}…`;
}
