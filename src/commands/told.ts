/** What is done on the command line is remembered in the audit log of the account, too. */
import type { AccountScope } from '../accounts/account.ts';
import type { Json } from '../kernel/json.ts';
import { systemClock } from '../kernel/time.ts';
import { type AuditWhat, system } from '../people/audit.ts';
import type { PeopleStore } from '../people/store.ts';

export async function told(
  people: PeopleStore,
  account: AccountScope,
  what: AuditWhat,
  about: string | null = null,
  detail?: { readonly [name: string]: Json },
): Promise<void> {
  await people.audit(account, {
    on: systemClock.now(),
    what,
    by: system,
    address: null,
    about,
    ...(detail && { detail }),
  });
}
