/**
 * Confirms the identity of a signed-in person again, before changes that others cannot undo: keys, permissions and
 * sign-in methods. Valid for some minutes.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import { siteNetwork } from '../accounts/ip-address.ts';
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { type Actor, type AuditEntry, actorOf } from './audit.ts';
import type { HashTurn } from './passwords.ts';
import { CONFIRMED_MS } from './person.ts';
import { busy, type Origin, type SignInParts } from './sign-in.ts';

export interface Confirmed {
  readonly until: string;
}

/** Confirms the identity by password. */
export async function confirm(
  parts: SignInParts,
  caller: Caller,
  password: string,
  origin: Origin,
): Promise<Confirmed | Problem> {
  const person = caller.person!;
  const refused = parts.attempts.refused(person.email, origin.address);
  if (refused !== undefined) return refused;
  const turn = await parts.passwords.turn(siteNetwork(origin.address));
  if (turn === 'busy') return busy();
  try {
    const attempt = await parts.attempts.begin(person.email, origin.address);
    if (attempt instanceof Problem) return attempt;
    const outcome = await verified(parts, turn, caller, password).catch(async (failure) => {
      await attempt.end('undecided');
      throw failure;
    });
    // The password belongs to one account only, so keep the failures of others with the same address.
    await attempt.end(outcome === 'wrong' ? 'wrong' : 'right in one');
    if (outcome !== 'wrong') return await markConfirmed(parts, sessionOf(caller), origin, 'password');
    await tellUnconfirmed(parts, sessionOf(caller), origin, 'password');
    return new Problem('wrong_password', 'This is not your password.');
  } finally {
    turn.end();
  }
}

async function verified({ stores }: SignInParts, turn: HashTurn, { account, person }: Caller, password: string) {
  const known = await stores.get(account.shardID)!.person(account, person!.id);
  return turn.verify(known?.password, password);
}

export interface ConfirmedSession {
  readonly account: AccountScope;
  readonly tokenHash: Buffer;
  readonly by: Actor;
}

export function sessionOf(caller: Caller): ConfirmedSession {
  return { account: caller.account, tokenHash: caller.person!.tokenHash, by: actorOf(caller) };
}

export async function markConfirmed(
  { stores, clock }: Pick<SignInParts, 'stores' | 'clock'>,
  { account, tokenHash, by }: ConfirmedSession,
  { address }: Origin,
  how: string,
): Promise<Confirmed> {
  const on = clock.now();
  const audit: AuditEntry = { on, what: 'session.confirmed', by, address, about: by.email, detail: { how } };
  await stores.get(account.shardID)!.confirm(tokenHash, account, on, audit);
  return { until: formatTimestamp(on + CONFIRMED_MS) };
}

/**
 * Writes an audit entry for a failed confirmation, as often as for failed sign-ins but counted separately. Strangers
 * therefore cannot use up the entries of a signed-in person.
 */
export async function tellUnconfirmed(
  { stores, attempts, clock }: Pick<SignInParts, 'stores' | 'attempts' | 'clock'>,
  { account, by }: Pick<ConfirmedSession, 'account' | 'by'>,
  { address }: Origin,
  how: string,
): Promise<void> {
  if (!attempts.isWorthTelling(`confirmation ${account.id} ${by.id}`)) return;
  const entry = { on: clock.now(), by, address, about: by.email };
  const detail = { how: 'confirmation', by: how };
  await stores.get(account.shardID)!.audit(account, { ...entry, what: 'session.failed', detail });
}
