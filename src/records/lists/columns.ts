/** `columns` of a list as CSV: the columns in the order they are named, each reference followed by what it leads to is called. */
import { fieldsOf, type RecordType, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import type { InputFault, Problem } from '../../problems.ts';
import { didYouMean, fault, invalidQuery, namesIn, quoted } from './faults.ts';
import type { NamedReference } from './lines.ts';
import { findProperty, listableRecords } from './properties.ts';
import { decode, split } from './query.ts';

export interface ColumnsAsked {
  /** Undefined where none are named. */
  readonly columns: readonly string[] | undefined;
  /** The rest of the query, undecoded. */
  readonly others: string;
}

export function readColumns({ name }: RecordType, query: string): ColumnsAsked | Problem {
  const parts = query.split('&');
  const [given, ...more] = parts.filter((part) => isNamed(part, 'columns'));
  if (given === undefined) return { columns: undefined, others: query };
  const faults: InputFault[] = [];
  if (more.length > 0) faults.push(fault('columns', `Given ${more.length + 1} times. Give columns once.`));
  if (parts.some((part) => isNamed(part, 'fields'))) {
    faults.push(fault('columns', 'Given together with fields. Give one of them.'));
  }
  const text = decode(split(given)[1]);
  if (typeof text !== 'string') return invalidQuery([fault('columns', `The value ${text.why}`)]);
  const columns: string[] = [];
  for (const part of namesIn(text, faults)) {
    const property = findProperty(listableRecords(name), part.trim());
    if (property === undefined) faults.push(fault('columns', unknown(name, part.trim())));
    else columns.push(property.name);
  }
  const twice = columns.find((column, n) => columns.indexOf(column) < n);
  if (twice !== undefined) faults.push(fault('columns', `${twice} is named more than once. Name each column once.`));
  if (faults.length > 0) return invalidQuery(faults);
  return { columns, others: parts.filter((part) => !isNamed(part, 'columns')).join('&') };
}

function unknown(type: RecordTypeName, name: string): string {
  if (name === '') return 'A name is missing. Write names separated by commas, such as Number,Name,AssetID.';
  return `There is no property ${quoted(name)} to show.${didYouMean(name, [...listableRecords(type).properties.keys()])}`;
}

function isNamed(part: string, name: string): boolean {
  const written = decode(split(part)[0]);
  return typeof written === 'string' && written.toLowerCase() === name;
}

/** Returns the reference columns; each is followed by the name of the referenced record. */
export function namedReferences(type: RecordType, columns: readonly string[]): NamedReference[] {
  const fields = fieldsOf(type);
  return columns.flatMap((field) => {
    const declared = fields[field];
    if (declared?.kind !== 'reference') return [];
    return [{ field, to: declared.to, singular: recordType(declared.to).singular }];
  });
}
