/**
 * Creates the first account, with the setup link. Without its token nobody can claim the service. Of several people
 * with the link only one succeeds: the link is used before the account is created. A start that finds no account
 * creates a new link.
 */

import type { AccountScope } from '../accounts/account.ts';
import type { AddAdmin } from '../accounts/accounts.ts';
import { createAccount } from '../accounts/accounts.ts';
import { systemRandom } from '../accounts/chance.ts';
import { refuseEmail } from '../accounts/email-address.ts';
import { siteNetwork } from '../accounts/ip-address.ts';
import { refuseName } from '../accounts/name.ts';
import { isRefused, type Refusal } from '../accounts/refused.ts';
import type { AccountStore } from '../accounts/store.ts';
import { randomId, sha256 } from '../lib/ids.ts';
import { Problem, Unanswerable } from '../problems.ts';
import { invalidBody } from '../records/refusals.ts';
import type { Author, RecordStore } from '../records/store.ts';
import type { AuditEntry } from './audit.ts';
import { lookAtLink } from './links.ts';
import { faultOfPassword } from './password-rules.ts';
import { signedOut } from './sessions.ts';
import { begin, busy, type Origin, type SignInParts } from './sign-in.ts';
import { changeUser, faultsOfNames, type OwnNames } from './user-records.ts';

export interface SetUpParts extends SignInParts {
  readonly directories: ReadonlyMap<string, AccountStore>;
  /** Account directory of the shard for the first account. */
  directory(): AccountStore;
  readonly addAdmin: AddAdmin;
  records(account: AccountScope): RecordStore;
}

export interface SetUpInput {
  readonly token: string;
  readonly account: string;
  readonly email: string;
  readonly password: string;
  readonly fields: OwnNames;
}

export async function setUp(parts: SetUpParts, wishes: SetUpInput, origin: Origin): Promise<string | Problem> {
  const found = await lookAtLink(parts, wishes.token);
  if (found instanceof Problem) return found;
  if (found.link.kind !== 'setup') return notForThis();
  // An account created on the command line in between counts as the first.
  const accounts = await Promise.all([...parts.directories.values()].map((directory) => directory.list()));
  if (accounts.flat().length > 0) return notForThis();
  const { account: name, email, password } = wishes;
  const faults = [
    ['/account', refuseName('account', name)?.refused],
    ['/email', refuseEmail('of the admin', email)?.refused],
    [
      '/password',
      faultOfPassword(password, [email, name, `${wishes.fields.FirstName ?? ''} ${wishes.fields.LastName ?? ''}`]),
    ],
  ].flatMap(([pointer, message]) => (message === undefined ? [] : [{ pointer: pointer!, message }]));
  const ofNames = faultsOfNames(wishes.fields, email);
  const [first] = faults;
  if (first !== undefined) return new Problem('invalid_body', first.message, { errors: [...faults, ...ofNames] });
  if (ofNames.length > 0) return invalidBody(ofNames);
  const hash = await parts.passwords.hash(password, siteNetwork(origin.address));
  if (hash === 'busy') return busy();
  const isOurs = await found.store.useLink(
    undefined,
    sha256(wishes.token),
    parts.clock.now(),
    randomId('', 10, parts.random),
  );
  if (!isOurs) return notForThis();
  const chance = { ...systemRandom, clock: parts.clock, random: parts.random };
  const account = await createAccount(parts.directory(), { name, adminEmail: email }, parts.addAdmin, chance);
  if (isRefused(account)) return notMade(account);
  const author: Author = { kind: 'person', id: '1', name: null, email };
  const user = await changeUser(parts.records(account), 1, wishes.fields, author);
  if (user instanceof Problem) return user;
  const store = parts.stores.get(account.shardID)!;
  const on = parts.clock.now();
  const by = { kind: 'person', id: String(user.ID), name: null, email } as const;
  const audit: AuditEntry = { on, what: 'account.made', by, address: origin.address, about: account.id };
  await store.setPassword(account, user.ID, hash, on, { audit });
  const proven = { account, user, by: { password: on } };
  return (await begin(parts, [proven], origin, { confirmed: true, how: 'setup' })) ?? signedOut;
}

/**
 * Converts the refusal to a response. Only a refused admin record is a fault of the form; other errors are thrown, so
 * that they are logged.
 */
function notMade({ refused, cause }: Refusal): Problem {
  if (cause instanceof Unanswerable) {
    const { code, headers } = cause.problem;
    return new Problem(code, refused, { headers });
  }
  if (cause === undefined || cause instanceof Problem) return new Problem('invalid_body', refused);
  throw new Error(refused, { cause });
}

function notForThis(): Problem {
  return new Problem(
    'link_dead',
    'This link cannot set up the service: it is for something else, or was used already.',
  );
}
