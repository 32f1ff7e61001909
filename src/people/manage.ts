/**
 * Admin operations on people: invite, change permissions, disable, restore access. Each is an ordinary change of a user
 * record, and is written to the audit log.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { CreateAuditEntry } from '../accounts/remembered.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import type { Author, RecordStore } from '../records/store.ts';
import { type Actor, type AuditEntry, type AuditWhat, system } from './audit.ts';
import { createLink, LASTS, type LinkMaker, type MadeLink } from './links.ts';
import type { User } from './person.ts';
import type { PeopleStore } from './store.ts';
import { changeUser, createUser } from './user-records.ts';

export interface Manager extends Omit<LinkMaker, 'consoleUrl'> {
  readonly store: PeopleStore;
  readonly records: RecordStore;
  readonly account: AccountScope;
  /** Acting person; the address is null on the command line. */
  readonly by: Actor;
  readonly address: string | null;
}

/** Manager that can create links to the console. */
export type Inviter = Manager & LinkMaker;

export interface Invited extends MadeLink {
  readonly user: User;
}

/** Creates and invites a person. */
export async function invite(manager: Inviter, fields: { readonly [field: string]: Json }): Promise<Invited | Problem> {
  const remembers: CreateAuditEntry = (_about, _before, after) => {
    const { Role, CompanySettings, Email } = after as unknown as User;
    return entry(manager, 'person.invited', Email, { Role, CompanySettings });
  };
  const user = await createUser(manager.records, { ...fields, Status: 'Invited' }, authorOf(manager), { remembers });
  return user instanceof Problem ? user : inviteAgain(manager, user);
}

export async function inviteAgain(manager: Inviter, user: User): Promise<Invited> {
  const { store, account, by, address } = manager;
  const made = await createLink(store, manager, 'invitation', { account, user }, by, address);
  return { user, ...made };
}

/** Changes permissions. Sessions of a person who loses access end at once, as with any change of a user record. */
export async function changeRights(
  manager: Manager,
  userID: number,
  fields: { readonly [field: string]: Json },
): Promise<User | Problem> {
  const remembers: CreateAuditEntry = (_about, _before, after) =>
    entry(manager, 'person.changed', after!.Email as string, fields);
  return changeUser(manager.records, userID, fields, authorOf(manager), { remembers });
}

/** Creates a link to set a password: an invitation for a person who never signed in, otherwise a reset. */
export async function letBackIn(manager: Inviter, user: User): Promise<MadeLink | Problem> {
  if (user.Status === 'Disabled' || user.Deleted) {
    return new Problem('conflict', 'This person is disabled. Make the person active first.');
  }
  const kind = user.Status === 'Invited' ? 'invitation' : 'reset';
  return createLink(manager.store, manager, kind, { account: manager.account, user }, manager.by, manager.address);
}

export async function signOutPerson(manager: Manager, user: User): Promise<number> {
  return manager.store.endOf(manager.account, user.ID, (sessions) =>
    entry(manager, 'session.ended', user.Email, { sessions }),
  );
}

export async function withdraw(manager: Manager, user: User): Promise<number> {
  return manager.store.withdrawLinks(manager.account, user.ID, entry(manager, 'link.withdrawn', user.Email));
}

export { LASTS, system };

function authorOf({ by }: Manager): Author {
  if (by.kind === 'person') return { kind: 'person', id: by.id, name: by.name, email: by.email! };
  return { kind: 'system', id: null, name: by.name, email: by.email ?? 'system@localhost' };
}

function entry(
  { clock, by, address }: Manager,
  what: AuditWhat,
  about: string,
  detail?: { readonly [name: string]: Json },
): AuditEntry {
  return { on: clock.now(), what, by, address, about, ...(detail && { detail }) };
}
