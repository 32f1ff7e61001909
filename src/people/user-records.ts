/** User records: each change of a person is an ordinary record change, with history, events and validation. */
import { catalogue } from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { formatTimestamp } from '../lib/time.ts';
import { type InputFault, Problem } from '../problems.ts';
import { planRecordList } from '../records/lists/planning.ts';
import { recordsOn } from '../records/lists/whole-page.ts';
import type { Author, Change, RecordStore } from '../records/store.ts';
import { createRecord } from '../records/writes/create.ts';
import { noteRecord } from '../records/writes/note.ts';
import { patchRecord } from '../records/writes/patch.ts';
import { validateRecord } from '../records/writes/validate.ts';
import { nameOf, type User } from './person.ts';

export async function createUser(
  records: RecordStore,
  fields: { [field: string]: Json },
  by: Author,
  beside: Pick<Change, 'remembers'> = {},
): Promise<User | Problem> {
  const change = createRecord(catalogue.Users, fields, by);
  if (change instanceof Problem) return change;
  const changed = await records.change({ ...change, ...beside });
  return changed instanceof Problem ? changed : JSON.parse(changed.record.text);
}

/** Names and time zone that a person enters at the first sign-in. */
export type OwnNames = { readonly FirstName?: string; readonly LastName?: string; readonly TimeZone?: string };

/** Validates the names before a link is used; returns faults with the property names of the request body. */
export function faultsOfNames(names: OwnNames, email: string): InputFault[] {
  const judged = validateRecord(catalogue.Users, { ...names, Email: email });
  const faults = judged instanceof Problem ? (judged.errors ?? []) : [];
  return faults.flatMap((fault) =>
    'pointer' in fault && Object.hasOwn(names, fault.pointer.slice(1))
      ? [{ ...fault, pointer: `/${fault.pointer[1]!.toLowerCase()}${fault.pointer.slice(2)}` }]
      : [],
  );
}

/** Changes only the given fields. */
export async function changeUser(
  records: RecordStore,
  id: number,
  fields: { readonly [field: string]: Json },
  by: Author,
  beside: Pick<Change, 'accepts' | 'remembers'> = {},
): Promise<User | Problem> {
  const patch = Object.entries(fields).map(([field, value]) => ({ op: 'add' as const, path: [field], value }));
  const change = patchRecord(catalogue.Users, id, patch, by);
  const changed = await records.change({ ...change, ...beside });
  return changed instanceof Problem ? changed : JSON.parse(changed.record.text);
}

/**
 * Records the sign-in in the user record: in its history, without an event, at most once per minute. If the write is
 * impossible, for example while the account is frozen, the person signs in anyway.
 */
export async function noteSignIn(records: RecordStore, user: User, now: number): Promise<void> {
  const { LastLoginOn: last } = user;
  if (last !== null && now - Date.parse(last) < NOTED_AGAIN_MS && now >= Date.parse(last)) return;
  const fields = { LastLoginOn: formatTimestamp(now) };
  await records.change(noteRecord(catalogue.Users, user.ID, fields, personAuthor(user)));
}
const NOTED_AGAIN_MS = 60_000;

export function personAuthor(user: User): Author {
  return { kind: 'person', id: String(user.ID), name: nameOf(user), email: user.Email };
}

/** Returns all users of the account, ordered by ID. */
export async function usersOf(records: RecordStore): Promise<User[] | Problem> {
  const users: User[] = [];
  for (;;) {
    const plan = planRecordList('Users', `take=1000&extFilter=true&ID=${users.at(-1)?.ID ?? 0}+gt`);
    if (plan instanceof Problem) return plan;
    const page = await records.list(plan);
    if (page instanceof Problem) return page;
    users.push(...((await recordsOn(page)) as unknown as User[]));
    if (!page.more) return users;
  }
}
