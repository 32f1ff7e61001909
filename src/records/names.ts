/** POST /api/Names: what references are called, many of several types at once. */
import { findRecordType, type RecordType, recordTypeNames } from '../catalogue/index.ts';
import { escapePointer, type Json } from '../lib/json.ts';
import { nearest } from '../lib/nearest.ts';
import { type InputFault, MAX_FAULTS, Problem } from '../problems.ts';
import { fault, invalidBody } from './refusals.ts';
import type { RecordStore, Title } from './store.ts';
import { titleText } from './title-text.ts';

export const MAX_NAMES = 1_000;

/** Requested IDs, by type. */
export type NamesAsked = ReadonlyMap<RecordType, readonly number[]>;

export interface Name {
  readonly title: string;
  readonly state: string | null;
  readonly deleted: boolean;
}

/** Names by type, then by ID as text; records that do not exist are absent. */
export type Names = Readonly<Record<string, Readonly<Record<string, Name>>>>;

export function readNamesAsked(body: Json): NamesAsked | Problem {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return invalidBody([fault('', 'must be an object of record types, each with a list of IDs')]);
  }
  const asked = new Map<RecordType, readonly number[]>();
  const faults: InputFault[] = [];
  let count = 0;
  for (const name of Object.keys(body)) {
    if (faults.length >= MAX_FAULTS) break;
    const ids = body[name]!;
    const pointer = `/${escapePointer(name.slice(0, 100))}`;
    const type = findRecordType(name);
    if (type?.name !== name) faults.push(fault(pointer, unknownType(name)));
    else if (!Array.isArray(ids)) faults.push(fault(pointer, 'must be a list of IDs'));
    else {
      count += ids.length;
      // Judging each of very many would keep others waiting.
      if (count > MAX_NAMES)
        return invalidBody([fault('', `asks for more than ${MAX_NAMES} names; ask several times`)]);
      faults.push(...faultsOfIDs(pointer, ids));
      asked.set(type, [...new Set(ids as number[])]);
    }
  }
  return faults.length === 0 ? asked : invalidBody(faults);
}

function unknownType(name: string): string {
  const near = nearest(name, recordTypeNames);
  return near === undefined ? 'is no record type' : `is no record type. Did you mean ${near}?`;
}

function faultsOfIDs(pointer: string, ids: readonly Json[]): InputFault[] {
  return ids.flatMap((id, index) =>
    Number.isSafeInteger(id) && (id as number) > 0
      ? []
      : [fault(`${pointer}/${index}`, 'must be an ID: a positive whole number')],
  );
}

export async function nameRecords(
  store: Pick<RecordStore, 'titles'>,
  asked: NamesAsked,
  gone?: AbortSignal,
): Promise<Names | Problem> {
  const names: Record<string, Record<string, Name>> = {};
  for (const [type, ids] of asked) {
    const titles = ids.length === 0 ? [] : await store.titles(type.name, ids, gone);
    if (titles instanceof Problem) return titles;
    names[type.name] = Object.fromEntries(titles.map((title) => [title.id, nameOf(type, title)]));
  }
  return names;
}

function nameOf(type: RecordType, title: Title): Name {
  return { title: titleText(type, title), state: title.state, deleted: title.deleted };
}
