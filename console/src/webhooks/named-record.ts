/** Lookup of a record by the number that people use, or else by its ID. */
import { callApi } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';
import type { TypeDescription } from '../records/description.ts';
import { words } from '../words/why.ts';
import { singularLabel } from './describe.ts';

/** Returns the record's ID, an error message for the input, or a Problem if the lookup failed. */
export async function findNamed(
  account: string,
  { name: type, title: [called = 'ID'] }: Pick<TypeDescription, 'name' | 'title'>,
  typed: string,
): Promise<number | string | Problem> {
  // Numbers can be assigned manually, so they do not reveal the ID.
  const spellings = new URLSearchParams([typed, ...wholeNumber(typed)].map((text) => [called, text]));
  const reply = await callApi<readonly { readonly ID: number }[]>(
    'GET',
    `/${account}/${type}?${spellings}&Deleted=true&take=2&fields=ID`,
  );
  if (reply instanceof Problem) return reply;
  const [one, another] = reply.body;
  if (another !== undefined) return words.several(singularLabel(type), typed);
  if (one !== undefined) return one.ID;
  return /^[1-9]\d{0,15}$/.test(typed) ? Number(typed) : words.unknownRecord(singularLabel(type), typed);
}

/** Returns the full form of a number: WO-003391 for `wo3391` and `WO-3391`. */
function wholeNumber(typed: string): string[] {
  const [, letters, digits] = /^([a-z]{1,2})-?0*(\d{1,9})$/i.exec(typed) ?? [];
  return letters === undefined ? [] : [`${letters.toUpperCase()}-${digits!.padStart(6, '0')}`];
}
