/** Formats refusals, sizes, counts and long lists for the output of commands. */
import type { Problem } from '../problems.ts';

/**
 * Returns the faults of a request body, named after the options that produced them. The detail of any other refusal
 * already says what is wrong and what to do.
 */
export function refusalInWords({ code, detail, errors = [] }: Problem): string {
  if (code !== 'invalid_body' && code !== 'invalid_record') return detail;
  const faults = errors.map((fault) =>
    'pointer' in fault ? `${optionOf(fault.pointer)} ${ended(fault.message)}` : fault.message,
  );
  return faults.length === 0 ? detail : faults.join('\n');
}

function ended(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}

/** Returns the option for a JSON pointer: `--per-second` for `/perSecond`. */
function optionOf(pointer: string): string {
  return `--${pointer
    .slice(1)
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()}`;
}

export function sizeInWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6];
  return `${Math.ceil(size).toLocaleString('en')} ${unit}`;
}

export function countInWords(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** Returns the first entries, and the number of those omitted. */
export function firstInWords(all: readonly (string | number)[], most: number): string[] {
  const first = all.slice(0, most).map(String);
  return all.length > most ? [...first, `and ${(all.length - most).toLocaleString('en')} more`] : first;
}
