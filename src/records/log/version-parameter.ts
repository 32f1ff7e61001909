/** `version` of the address of one record: the record as it was then. */

import type { RecordType } from '../../catalogue/index.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { fault, invalidQuery, quoted } from '../lists/faults.ts';
import { decode, nameIn, split } from '../lists/query.ts';

export interface VersionAsked {
  /** The requested version; undefined for the current record. */
  readonly version: number | undefined;
  /** The rest of the query, undecoded. */
  readonly others: string;
}

export function readVersion(query: string): VersionAsked | Problem {
  if (query === '') return { version: undefined, others: query };
  const parts = query.split('&');
  const [given, ...more] = parts.filter(isVersion);
  if (given === undefined) return { version: undefined, others: query };
  const faults: InputFault[] = [];
  if (more.length > 0) faults.push(fault('version', `Given ${more.length + 1} times. Give version once.`));
  const text = decode(split(given)[1]);
  const version = typeof text === 'string' ? wholeNumber(text) : undefined;
  if (version === undefined) {
    const written = typeof text === 'string' ? text : split(given)[1];
    faults.push(fault('version', `${quoted(written)} is no version. Write a whole number from 1, as in the ETag.`));
  }
  return faults.length > 0
    ? invalidQuery(faults)
    : { version, others: parts.filter((one) => !isVersion(one)).join('&') };
}

/** Every one that a version could be: of those that there are none of it is said that they are not there. */
function wholeNumber(text: string): number | undefined {
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

function isVersion(part: string): boolean {
  return nameIn(part) === 'version';
}

export function noSuchVersion({ singular }: RecordType, id: number, version: number): Problem {
  return new Problem('not_found', `The ${singular} ${id} has had no version ${version} yet.`);
}

export function versionGone({ singular }: RecordType, id: number, version: number): Problem {
  return new Problem(
    'version_gone',
    `Version ${version} of the ${singular} ${id} is no longer kept: the log of changes does not go back that far.`,
  );
}
