/**
 * Sign-in with e-mail address and password: starts a session in every account where both match. Every failure has the
 * same response and timing. They do not reveal whether the person exists, is disabled, or has no password.
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

/** Origin of a request: IP address and device. */
export interface Origin {
  readonly address: string;
  /** User agent of the browser. */
  readonly device: string;
}

export interface SignInParts {
  /** Stores by shard. */
  readonly stores: ReadonlyMap<string, PeopleStore>;
  records(account: AccountScope): RecordStore;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Failures are answered after a multiple of this time, to hide how many hashes were computed. */
  readonly failureStepMs: number;
}

/** Maximum accounts checked per sign-in. One cookie opens all accounts of a person in which the password matches. */
export const MAX_ACCOUNTS = 8;

export const wrongPassword = new Problem(
  'sign_in_failed',
  'The e-mail address and the password do not belong together, or this person may not sign in.',
);

/**
 * Signs in and returns the token of the new session, which is stored nowhere. The caller must end the previous session
 * of the browser.
 */
export async function signIn(
  parts: SignInParts,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin,
): Promise<string | Problem> {
  const refused = parts.attempts.refused(email, origin.address);
  if (refused !== undefined) return refused;
  // Acquire the permit first: a request refused by the queue must not query the database.
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
  // An account that accepts no changes (for example during removal) must not block sign-in to others; the failure still
  // counts.
  if (isFailure) await tellFailure(parts, wrong, email, origin, 'password').catch(passedOver);
  return right;
}

/** True if the password is old enough not to have been set as one of many guesses. */
function isOld({ passwordSetOn }: KnownPerson, now: number): boolean {
  return passwordSetOn !== undefined && now - passwordSetOn > NEW_FOR_MS;
}
const NEW_FOR_MS = 24 * 3_600_000;

/** A person in one account, with the proof of identity. */
export interface Proven extends Pick<KnownPerson, 'account' | 'user'> {
  readonly by: Proof;
}

/** Starts one session in several accounts; undefined if the person may no longer sign in to any of them. */
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
  // Fail instead of refusing if an account that did not answer may accept the proof.
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
  // Verify once even if no person was found, so that the timing is the same.
  for (const person of enterable.length > 0 ? enterable : [undefined]) {
    const outcome = await turn.verify(person?.password, password);
    if (person === undefined) continue;
    (outcome === 'wrong' ? wrong : right).push(person);
    if (outcome === 'outdated') {
      const { account, user, password: before } = person;
      // If the rehash fails now, the next sign-in repeats it.
      const hash = await turn.hash(password);
      await inEach([person], () => stores.get(account.shardID)!.rehash(account, user.ID, before!, hash));
    }
  }
  // Fail instead of refusing if the password may be right on a shard that did not answer.
  if (right.length === 0 && failure !== undefined) throw failure;
  if (right.length === 0) await tellFailure(parts, known, email, origin, 'password');
  return { right, wrong };
}

/**
 * Returns all people with this address, without accounts that have moved to another shard; `failure` explains why some
 * may be missing.
 */
export async function everybodyWith(
  email: string,
  stores: SignInParts['stores'],
): Promise<{ told: KnownPerson[]; failure: unknown }> {
  return withoutMoved(stores, await fromAll([...stores.values()].map((store) => store.withEmail(email))));
}

/** Writes an audit entry for a failed sign-in in each affected account, as far as possible now. */
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

/** Runs the work. Delays a failure to a multiple of `stepMs`, so that the response time reveals nothing. */
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
