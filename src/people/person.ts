/** A person: a `Users` record of an account, and what it may do there by its role and its permissions. */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller, Integration } from '../accounts/caller.ts';
import { permissionsOf, type Role } from '../accounts/roles.ts';
import { areas } from '../catalogue/index.ts';
import type { AccountCopy, KnownSession } from './store.ts';

/** What of a user record says who somebody is and what he may do. */
export interface User {
  readonly ID: number;
  readonly Email: string;
  readonly FirstName: string | null;
  readonly LastName: string | null;
  readonly Role: Role;
  readonly CompanySettings: boolean;
  readonly Status: 'Invited' | 'Active' | 'Disabled';
  readonly TimeZone: string;
  readonly Locale: string;
  readonly LastLoginOn: string | null;
  readonly Deleted: boolean;
}

/** Who somebody is to the door, and what he may do behind it. */
export const RIGHTS = ['Role', 'CompanySettings', 'Status', 'Deleted', 'Email'] as const satisfies (keyof User)[];

/** Whether the person may come in at all. */
export function mayEnter({ Status, Deleted }: Pick<User, 'Status' | 'Deleted'>): boolean {
  return Status === 'Active' && !Deleted;
}

export function nameOf({ FirstName, LastName, Email }: Pick<User, 'FirstName' | 'LastName' | 'Email'>): string {
  return [FirstName, LastName].filter((part) => part !== null).join(' ') || Email;
}

/** How long the password counts as just given. */
export const CONFIRMED_MS = 15 * 60_000;

/** A person as a caller. Webhooks made here belong to the integration *Web console*. */
export function callerOf({ account, user, ...session }: Omit<KnownSession, keyof AccountCopy>, now: number): Caller {
  return {
    account,
    integration: webConsole(account, user.Email, session.createdOn),
    apiKey: personKey(account, user.ID),
    permissions: permissionsOf({ role: user.Role, areas }),
    webhooks: user.CompanySettings,
    person: {
      id: user.ID,
      email: user.Email,
      name: nameOf(user),
      role: user.Role,
      companySettings: user.CompanySettings,
      sessionID: session.id,
      tokenHash: session.tokenHash,
      confirmed: session.confirmedOn !== null && now - session.confirmedOn < CONFIRMED_MS && now >= session.confirmedOn,
    },
  };
}

/** What the requests of a person are counted by. No API key has a space. */
function personKey({ id }: AccountScope, userID: number): string {
  return `person ${id} ${userID}`;
}

const CONSOLE_PREFIX = 'int_console_';

/** The built-in integration that has no key: what people set up in the console belongs to it. Every account has the same. */
export function webConsole(account: AccountScope, submitter: string, createdOn: number): Integration {
  const id = webConsoleID(account.id);
  return { id, name: 'Web console', role: 'Admin', areas, createdOn, createdBy: submitter, submitter };
}

export function webConsoleID(accountID: string): string {
  return CONSOLE_PREFIX + accountID;
}

/** What stands for the hash of the secret that it has not got: no secret hashes to zeros. */
export const NO_SECRET = Buffer.alloc(32);

export function isWebConsole(integrationID: string): boolean {
  return integrationID.startsWith(CONSOLE_PREFIX);
}
