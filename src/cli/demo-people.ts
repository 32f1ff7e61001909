/**
 * Creates sign-ins for an admin and a technician of a demo firm. Both get a random password for the file, and a
 * one-time link if there is a console.
 */
import { randomBytes } from 'node:crypto';
import type { AccountScope } from '../accounts/account.ts';
import { randomId } from '../lib/ids.ts';
import { systemClock } from '../lib/time.ts';
import { createLink } from '../people/links.ts';
import type { Passwords } from '../people/passwords.ts';
import type { User } from '../people/person.ts';
import { usersOf } from '../people/user-records.ts';
import { Problem } from '../problems.ts';
import type { Shard } from '../storage/shard.ts';
import { CommandFailure } from './command.ts';

export interface DemoPeople {
  readonly people: readonly { readonly email: string; readonly role: string; readonly password: string }[];
  /** Sign-in link that works once; null if there is no console. */
  readonly signInLink: string | null;
}

export async function letDemoPeopleIn(
  shard: Shard,
  account: AccountScope,
  passwords: Passwords,
  consoleUrl: string | undefined,
): Promise<DemoPeople> {
  const users = await usersOf(shard.records(account));
  if (users instanceof Problem) throw new CommandFailure(users.detail);
  const active = users.filter(({ Status }) => Status === 'Active');
  const chosen = (['Admin', 'Technician'] as const).flatMap((role) => active.find(({ Role }) => Role === role) ?? []);
  const people = [];
  for (const user of chosen) people.push({ email: user.Email, role: user.Role, password: await setPassword(user) });
  if (consoleUrl === undefined) return { people, signInLink: null };
  const maker = { clock: systemClock, random: randomBytes, consoleUrl };
  const { link } = await createLink(shard.people, maker, 'signin', { account, user: chosen[0]! });
  return { people, signInLink: link };

  async function setPassword(user: User): Promise<string> {
    const password = randomId('', 12);
    const hash = await passwords.hash(password, 'demo');
    if (hash === 'busy') throw new CommandFailure('The passwords of the demo could not be made in time.');
    await shard.people.setPassword(account, user.ID, hash, Date.now());
    return password;
  }
}
