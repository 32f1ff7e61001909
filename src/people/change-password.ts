/** Changes the caller's own password. Ends all their other sessions and all their sign-in links. */
import type { Caller } from '../accounts/caller.ts';
import { siteNetwork } from '../accounts/ip-address.ts';
import { Problem } from '../problems.ts';
import { type AuditEntry, actorOf } from './audit.ts';
import { confirm } from './confirm.ts';
import { faultOfPassword } from './password-rules.ts';
import { signedOut } from './sessions.ts';
import { busy, type Origin, type SignInParts } from './sign-in.ts';

export async function changePassword(
  parts: SignInParts,
  caller: Caller,
  { current, password }: { readonly current: string; readonly password: string },
  origin: Origin,
): Promise<Problem | undefined> {
  const { account } = caller;
  const person = caller.person!;
  const fault = faultOfPassword(password, [person.email, person.name, account.name]);
  if (fault !== undefined) {
    return new Problem('invalid_body', fault, { errors: [{ pointer: '/password', message: fault }] });
  }
  const confirmed = await confirm(parts, caller, current, origin);
  if (confirmed instanceof Problem) return confirmed;
  const hash = await parts.passwords.hash(password, siteNetwork(origin.address));
  if (hash === 'busy') return busy();
  const store = parts.stores.get(account.shardID)!;
  const on = parts.clock.now();
  const audit: AuditEntry = {
    on,
    what: 'password.set',
    by: actorOf(caller),
    address: origin.address,
    about: person.email,
    detail: { how: 'changed' },
  };
  const isSet = await store.setPassword(account, person.id, hash, on, { kept: person.tokenHash, audit });
  return isSet ? undefined : signedOut;
}
