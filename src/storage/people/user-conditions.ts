/** SQL conditions for users who may sign in, or act for their account. Both engines use the same text. */
import type { AdminContact } from '../../accounts/store.ts';
import { nameOf, type User } from '../../people/person.ts';
import { tableOf } from '../sql/columns.ts';
import { projectField } from '../sql/projection.ts';

/**
 * Returns the condition for admins who may act for the account. An invitation may have reached a stranger, so invited
 * admins count only until an admin can sign in.
 */
export function canAdministerSql(users: string, account: string): string {
  const isAdmin = (one: string) => `${one}.account = ${account} AND ${one}.role = ${kept('Role', 'Admin')}`;
  const nobodyIsIn = `NOT EXISTS (SELECT 1 FROM users AS o WHERE ${isAdmin('o')} AND ${canSignInSql('o')})`;
  return `${isAdmin(users)} AND (${canSignInSql(users)} OR (${isInvited(users)} AND ${nobodyIsIn}))`;
}

/** Returns the contact data of an admin. Reads the document of the user, because columns contain folded texts. */
export function adminContactOf({ text }: { readonly text: string }): AdminContact {
  const user: User = JSON.parse(text);
  return { email: user.Email, name: nameOf(user) };
}

/** Returns the condition for users who may sign in; same rule as `mayEnter` for records. */
export function canSignInSql(users: string): string {
  return `(${users}.status = ${kept('Status', 'Active')} AND ${users}.deleted = FALSE)`;
}

function isInvited(users: string): string {
  return `${users}.status = ${kept('Status', 'Invited')} AND ${users}.deleted = FALSE`;
}

/** Returns the condition for users who must not sign in by any means. */
export function isDisabledSql(users: string): string {
  return `(${users}.status = ${kept('Status', 'Disabled')} OR ${users}.deleted = TRUE)`;
}

function kept(field: string, value: string): string {
  return String(projectField(tableOf('Users').columnOf.get(field)!, { [field]: value }));
}
