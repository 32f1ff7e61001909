/** Which users may act for their account, in SQL: the same text on both engines. */
import { tableOf } from './columns.ts';
import { projectField } from './projection.ts';

/** Holds for the rows of users, under this name, who are admins and not disabled. */
export function mayAdminister(users: string): string {
  return `${users}.role = ${kept('Role', 'Admin')} AND ${users}.status <> ${kept('Status', 'Disabled')}`;
}

function kept(field: string, value: string): string {
  return String(projectField(tableOf('Users').columnOf.get(field)!, { [field]: value }));
}
