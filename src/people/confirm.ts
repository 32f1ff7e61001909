/** The password once more, before what others could not undo: keys and rights. It is valid for some minutes. */
import type { Caller } from '../accounts/caller.ts';
import { clientNetwork } from '../accounts/ip-address.ts';
import { formatTimestamp } from '../kernel/time.ts';
import { Problem } from '../problems.ts';
import { actorOf } from './audit.ts';
import { CONFIRMED_MS } from './person.ts';
import { busy, type Origin, type SignInParts } from './sign-in.ts';

export async function confirm(
  { stores, passwords, attempts, clock }: SignInParts,
  caller: Caller,
  password: string,
  origin: Origin,
): Promise<{ readonly until: string } | Problem> {
  const { account } = caller;
  const person = caller.person!;
  const attempt = attempts.begin(person.email, origin.address);
  if (attempt instanceof Problem) return attempt;
  const store = stores.get(account.shardID)!;
  const known = await store.person(account, person.id);
  const outcome = await passwords.verify(known?.password, password, clientNetwork(origin.address));
  attempt.end(outcome === 'busy' ? 'undecided' : outcome === 'wrong' ? 'wrong' : 'right');
  if (outcome === 'busy') return busy();
  const on = clock.now();
  const entry = { on, by: actorOf(caller), address: origin.address, about: person.email };
  if (outcome === 'wrong') {
    await store.audit(account, { ...entry, what: 'session.failed', detail: { how: 'confirmation' } });
    return new Problem('wrong_password', 'This is not your password.');
  }
  await store.confirm(person.tokenHash, account, on);
  await store.audit(account, { ...entry, what: 'session.confirmed' });
  return { until: formatTimestamp(on + CONFIRMED_MS) };
}
