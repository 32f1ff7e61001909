/**
 * From an e-mail address and a password to a session in every account where both hold. Every failure has the same answer: whether there
 * is such a person, whether he is disabled or has never set a password, cannot be told from it, nor from the time it takes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountScope } from '../accounts/account.ts';
import { siteNetwork } from '../accounts/ip-address.ts';
import { type RandomBytes, randomId, secret256, sha256 } from '../lib/ids.ts';
import type { Clock } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { RecordStore } from '../records/store.ts';
import { fromAll, withoutMoved } from './all-shards.ts';
import type { Attempts } from './attempts.ts';
import { personActor } from './audit.ts';
import { inEach, passedOver } from './in-each.ts';
import type { HashTurn, Passwords } from './passwords.ts';
import { mayEnter } from './person.ts';
import type { KnownPerson, PeopleStore, Proof } from './store.ts';
import { noteSignIn } from './user-records.ts';

/** From where somebody comes. */
export interface Origin {
  readonly address: string;
  /** As the browser calls itself. */
  readonly device: string;
}

export interface SignInParts {
  /** By shard. */
  readonly stores: ReadonlyMap<string, PeopleStore>;
  records(account: AccountScope): RecordStore;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** An answer to a failure comes at a multiple of this, so that how many hashes it took does not show. */
  readonly failureStepMs: number;
}

/** One cookie opens all accounts of a person in which the password holds. More than so many are not looked at. */
export const MAX_ACCOUNTS = 8;

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
  const refused = parts.attempts.refused(email, origin.address);
  if (refused !== undefined) return refused;
  // The turn comes first: of those who find no place in the line nothing is asked of a database.
  const turn = await parts.passwords.turn(siteNetwork(origin.address), parts.attempts.isDoubted(origin.address));
  if (turn === 'busy') return busy();
  const found = await stepped(
    parts.failureStepMs,
    () => attemptedIn(parts, turn, { email, password }, origin).finally(turn.end),
    (outcome) => outcome === wrongPassword,
  );
  if (found instanceof Problem) return found;
  const people = found.map((person) => ({ ...person, by: { password: person.passwordSetOn } }));
  return (await begin(parts, people, origin, { confirmed: true, how: 'password' })) ?? wrongPassword;
}

async function attemptedIn(
  parts: SignInParts,
  turn: HashTurn,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin,
): Promise<readonly KnownPerson[] | Problem> {
  const attempt = await parts.attempts.begin(email, origin.address);
  if (attempt instanceof Problem) return attempt;
  const { right, wrong } = await verify(parts, turn, email, password, origin).catch(async (failure) => {
    await attempt.end('undecided');
    throw failure;
  });
  if (right.length === 0) {
    await attempt.end('wrong');
    return wrongPassword;
  }
  const partly = right.some((person) => isOld(person, parts.clock.now())) ? 'partly' : 'partly anew';
  const isFailure = await attempt.end(wrong.length > 0 ? partly : 'right');
  // An account that takes no changes for now, as while it is being removed, keeps nobody out of the others; it is counted all the same.
  if (isFailure) await tellFailure(parts, wrong, email, origin, 'password').catch(passedOver);
  return right;
}

/** Whether the password was not set to be one guess of many. */
function isOld({ passwordSetOn }: KnownPerson, now: number): boolean {
  return passwordSetOn !== undefined && now - passwordSetOn > NEW_FOR_MS;
}
const NEW_FOR_MS = 24 * 3_600_000;

/** Somebody who has shown who that is. */
export interface Proven extends Pick<KnownPerson, 'account' | 'user'> {
  readonly by: Proof;
}

/** Begins one session in several accounts; undefined where the person may come into none of them any more. */
export async function begin(
  { stores, records, clock, random }: Pick<SignInParts, 'stores' | 'records' | 'clock' | 'random'>,
  people: readonly Proven[],
  { address, device }: Origin,
  { confirmed, how }: { readonly confirmed: boolean; readonly how: string },
): Promise<string | undefined> {
  const token = secret256(random);
  const now = clock.now();
  const { done, failure } = await inEach(people, async ({ account, user, by }) => {
    const session = {
      account,
      userID: user.ID,
      id: randomId('ses_', 10, random),
      tokenHash: sha256(token),
      createdOn: now,
      confirmedOn: confirmed ? now : null,
      address,
      device: device.slice(0, MAX_DEVICE),
    };
    const begun = await stores.get(account.shardID)!.begin(session, by, {
      on: now,
      what: 'session.begun',
      by: personActor(user),
      address,
      about: null,
      detail: { how, device: session.device },
    });
    if (begun) await noteSignIn(records(account), user, now);
    return begun;
  });
  const isIn = done.includes(true);
  // Nobody is told that it does not hold where it may, in an account that cannot say so now.
  if (!isIn && failure !== undefined) throw failure;
  return isIn ? token : undefined;
}
const MAX_DEVICE = 300;

async function verify(
  parts: SignInParts,
  turn: HashTurn,
  email: string,
  password: string,
  origin: Origin,
): Promise<{ readonly right: readonly KnownPerson[]; readonly wrong: readonly KnownPerson[] }> {
  const { stores } = parts;
  const { told: known, failure } = await everybodyWith(email, stores);
  const enterable = known
    .filter(({ user, password: kept }) => mayEnter(user) && kept !== undefined)
    .slice(0, MAX_ACCOUNTS);
  const right: KnownPerson[] = [];
  const wrong: KnownPerson[] = [];
  // One for nobody takes as long as one for somebody.
  for (const person of enterable.length > 0 ? enterable : [undefined]) {
    const outcome = await turn.verify(person?.password, password);
    if (person === undefined) continue;
    (outcome === 'wrong' ? wrong : right).push(person);
    if (outcome === 'outdated') {
      const { account, user, password: before } = person;
      // Where it cannot be now, it is done the next time.
      const hash = await turn.hash(password);
      await inEach([person], () => stores.get(account.shardID)!.rehash(account, user.ID, before!, hash));
    }
  }
  // Nobody is told that a password is wrong where it may be right on a shard that does not answer.
  if (right.length === 0 && failure !== undefined) throw failure;
  if (right.length === 0) await tellFailure(parts, known, email, origin, 'password');
  return { right, wrong };
}

/** With this address, in the accounts that have not moved from where they are; and why some may be missing. */
export async function everybodyWith(
  email: string,
  stores: SignInParts['stores'],
): Promise<{ told: KnownPerson[]; failure: unknown }> {
  return withoutMoved(stores, await fromAll([...stores.values()].map((store) => store.withEmail(email))));
}

/** Tells those whom a failure concerns, as far as they can be told now: nobody else has an account it could be told to. */
export async function tellFailure(
  { stores, attempts, clock }: Pick<SignInParts, 'stores' | 'attempts' | 'clock'>,
  known: readonly Pick<KnownPerson, 'account' | 'user'>[],
  email: string,
  { address }: Origin,
  how: string,
): Promise<void> {
  if (known.length === 0 || !attempts.isWorthTelling(email)) return;
  const by = { kind: 'nobody', id: null, name: null, email: null } as const;
  const { done, failure } = await inEach(known.slice(0, MAX_ACCOUNTS), ({ account, user }) => {
    const entry = { on: clock.now(), what: 'session.failed', by, address, about: user.Email, detail: { how } } as const;
    return stores.get(account.shardID)!.audit(account, entry);
  });
  if (done.length === 0 && failure !== undefined) throw failure;
}

/** Does the work; where it failed, that is told at a multiple of the step, so that what it took does not show. */
export async function stepped<Outcome>(
  stepMs: number,
  work: () => Promise<Outcome>,
  isFailure: (outcome: Outcome) => boolean = () => true,
): Promise<Outcome> {
  const began = performance.now();
  const outcome = await work();
  if (stepMs === 0 || !isFailure(outcome)) return outcome;
  const passed = performance.now() - began;
  await sleep(Math.ceil(passed / stepMs) * stepMs - passed);
  return outcome;
}

export function busy(): Problem {
  return new Problem('overloaded', 'Too many people sign in at this moment. Try again.', {
    headers: { 'Retry-After': '2' },
  });
}
