/** Which users may come in, and which may act for their account, in SQL: the same text on both engines. */
import type { AdminContact } from '../../accounts/store.ts';
import { nameOf, type User } from '../../people/person.ts';
import { tableOf } from '../sql/columns.ts';
import { projectField } from '../sql/projection.ts';

/**
 * Holds for the admins of the account who may act for it. An invitation may have gone to a stranger, so whoever was only invited counts no
 * more once an admin has come in; until then there is nobody else.
 */
export function canAdministerSql(users: string, account: string): string {
  const isAdmin = (one: string) => `${one}.account = ${account} AND ${one}.role = ${kept('Role', 'Admin')}`;
  const nobodyIsIn = `NOT EXISTS (SELECT 1 FROM users AS o WHERE ${isAdmin('o')} AND ${canSignInSql('o')})`;
  return `${isAdmin(users)} AND (${canSignInSql(users)} OR (${isInvited(users)} AND ${nobodyIsIn}))`;
}

/** An admin as told to others, from the document of the user: columns hold folded texts. */
export function adminContactOf({ text }: { readonly text: string }): AdminContact {
  const user: User = JSON.parse(text);
  return { email: user.Email, name: nameOf(user) };
}

/** Holds for those who may come in: as `mayEnter` says of the record. */
export function canSignInSql(users: string): string {
  return `(${users}.status = ${kept('Status', 'Active')} AND ${users}.deleted = FALSE)`;
}

function isInvited(users: string): string {
  return `${users}.status = ${kept('Status', 'Invited')} AND ${users}.deleted = FALSE`;
}

/** Holds for those whom nothing is to let in. */
export function isDisabledSql(users: string): string {
  return `(${users}.status = ${kept('Status', 'Disabled')} OR ${users}.deleted = TRUE)`;
}

function kept(field: string, value: string): string {
  return String(projectField(tableOf('Users').columnOf.get(field)!, { [field]: value }));
}
