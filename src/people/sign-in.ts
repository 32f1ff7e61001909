/**
 * From an e-mail address and a password to a session in every account where both hold. Every failure has the same answer: whether there
 * is such a person, whether he is disabled or has never set a password, cannot be told from it, nor from the time it takes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clientNetwork } from '../accounts/ip-address.ts';
import { type RandomBytes, randomId, secret256, sha256 } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { Problem } from '../problems.ts';
import { fromAll } from './all-shards.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from './passwords.ts';
import { mayEnter, nameOf } from './person.ts';
import type { KnownPerson, PeopleStore } from './store.ts';

/** From where somebody comes. */
export interface Origin {
  readonly address: string;
  /** As the browser calls itself. */
  readonly device: string;
}

export interface SignInParts {
  /** By shard. */
  readonly stores: ReadonlyMap<string, PeopleStore>;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** An answer to a failure comes at a multiple of this, so that how many hashes it took does not show. */
  readonly failureStepMs: number;
}

/** One cookie opens all accounts of a person in which the password holds. More than so many are not looked at. */
export const MOST_ACCOUNTS = 8;

export const wrongPassword = new Problem(
  'sign_in_failed',
  'The e-mail address and the password do not belong together, or this person may not sign in.',
);

/** The token of the new session, which is nowhere else; what the browser had before is worth nothing any more. */
export async function signIn(
  parts: SignInParts,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin,
): Promise<string | Problem> {
  const attempt = parts.attempts.begin(email, origin.address);
  if (attempt instanceof Problem) return attempt;
  const began = performance.now();
  try {
    const found = await verify(parts, email, password, origin);
    if (found === 'busy') {
      attempt.end('undecided');
      return busy();
    }
    attempt.end(found.length > 0 ? 'right' : 'wrong');
    if (found.length > 0) return await begin(parts, found, origin, { confirmed: true, how: 'password' });
  } catch (failure) {
    attempt.end('undecided');
    throw failure;
  }
  await step(parts.failureStepMs, began);
  return wrongPassword;
}

/** Begins one session in several accounts. */
export async function begin(
  { stores, clock, random }: Pick<SignInParts, 'stores' | 'clock' | 'random'>,
  people: readonly Pick<KnownPerson, 'account' | 'user'>[],
  { address, device }: Origin,
  { confirmed, how }: { readonly confirmed: boolean; readonly how: string },
): Promise<string> {
  const token = secret256(random);
  const now = clock.now();
  for (const { account, user } of people) {
    const store = stores.get(account.shardID)!;
    await store.begin({
      account,
      userID: user.ID,
      id: randomId('ses_', 10, random),
      tokenHash: sha256(token),
      createdOn: now,
      confirmedOn: confirmed ? now : null,
      address,
      device: device.slice(0, LONGEST_DEVICE),
    });
    await store.audit(account, {
      on: now,
      what: 'session.begun',
      by: { kind: 'person', id: String(user.ID), name: nameOf(user), email: user.Email },
      address,
      about: null,
      detail: { how, device: device.slice(0, LONGEST_DEVICE) },
    });
  }
  return token;
}
const LONGEST_DEVICE = 300;

async function verify(
  { stores, passwords, clock, attempts }: SignInParts,
  email: string,
  password: string,
  origin: Origin,
): Promise<readonly KnownPerson[] | 'busy'> {
  const { told: known, failure } = await fromAll([...stores.values()].map((store) => store.withEmail(email)));
  const holder = clientNetwork(origin.address);
  const enterable = known
    .filter(({ user, password: kept }) => mayEnter(user) && kept !== undefined)
    .slice(0, MOST_ACCOUNTS);
  const right: KnownPerson[] = [];
  // One for nobody takes as long as one for somebody.
  for (const person of enterable.length > 0 ? enterable : [undefined]) {
    const outcome = await passwords.verify(person?.password, password, holder);
    if (outcome === 'busy') return 'busy';
    if (person === undefined || outcome === 'wrong') continue;
    right.push(person);
    if (outcome === 'outdated') await rehash(person);
  }
  // Nobody is told that a password is wrong where it may be right on a shard that does not answer.
  if (right.length === 0 && failure !== undefined) throw failure;
  if (right.length === 0 && attempts.isWorthTelling(email)) await tell();
  return right;

  async function rehash({ account, user, password: before }: KnownPerson): Promise<void> {
    const hash = await passwords.hash(password, holder);
    if (hash !== 'busy') await stores.get(account.shardID)!.rehash(account, user.ID, before!, hash);
  }

  /** Those whom it concerns: nobody else has an account it could be told to. */
  async function tell(): Promise<void> {
    for (const { account, user } of known.slice(0, MOST_ACCOUNTS)) {
      const by = { kind: 'nobody', id: null, name: null, email: null } as const;
      const entry = {
        on: clock.now(),
        what: 'session.failed',
        by,
        address: origin.address,
        about: user.Email,
      } as const;
      await stores.get(account.shardID)!.audit(account, entry);
    }
  }
}

/** Does the work, and is done at a multiple of the step, so that what it took does not show. */
export async function inSteps(stepMs: number, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  await step(stepMs, began);
}

async function step(stepMs: number, began: number): Promise<void> {
  if (stepMs === 0) return;
  const passed = performance.now() - began;
  await sleep(Math.ceil(passed / stepMs) * stepMs - passed);
}

export function busy(): Problem {
  return new Problem('overloaded', 'Too many people sign in at this moment. Try again.', {
    headers: { 'Retry-After': '2' },
  });
}
