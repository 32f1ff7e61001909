/** A person: a `Users` record of an account, with permissions from its role and settings. */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller, Integration } from '../accounts/caller.ts';
import { permissionsOf, type Role } from '../accounts/roles.ts';
import { areas } from '../catalogue/index.ts';
import type { AccountCopy, KnownSession } from './store.ts';

/** Fields of a user record that define identity and permissions. */
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

/** Fields that define sign-in identity and permissions. */
export const RIGHTS = ['Role', 'CompanySettings', 'Status', 'Deleted', 'Email'] as const satisfies (keyof User)[];

/** True if the person may sign in. */
export function mayEnter({ Status, Deleted }: Pick<User, 'Status' | 'Deleted'>): boolean {
  return Status === 'Active' && !Deleted;
}

export function nameOf({ FirstName, LastName, Email }: Pick<User, 'FirstName' | 'LastName' | 'Email'>): string {
  return [FirstName, LastName].filter((part) => part !== null).join(' ') || Email;
}

/** Duration of a confirmation of identity. */
export const CONFIRMED_MS = 15 * 60_000;

/** Creates the Caller for a person. Webhooks created by people belong to the integration *Web console*. */
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

/** Key for rate limits of a person. It contains spaces, so no API key can equal it. */
function personKey({ id }: AccountScope, userID: number): string {
  return `person ${id} ${userID}`;
}

const CONSOLE_PREFIX = 'int_console_';

/**
 * Creates the built-in integration that owns everything set up in the console. It has no API key, and every account has
 * one.
 */
export function webConsole(account: AccountScope, submitter: string, createdOn: number): Integration {
  const id = webConsoleID(account.id);
  return { id, name: 'Web console', role: 'Admin', areas, createdOn, createdBy: submitter, submitter };
}

export function webConsoleID(accountID: string): string {
  return CONSOLE_PREFIX + accountID;
}

/** Placeholder hash for an integration without a secret: no secret hashes to zeros. */
export const NO_SECRET = Buffer.alloc(32);

export function isWebConsole(integrationID: string): boolean {
  return integrationID.startsWith(CONSOLE_PREFIX);
}
