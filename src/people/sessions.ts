/** Sessions: which accounts a cookie opens, for how long, and how sessions end. Only the hash of a token is stored. */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import { sha256 } from '../lib/ids.ts';
import type { Clock } from '../lib/time.ts';
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { firstFound, fromAll, unlessMoved, withoutMoved } from './all-shards.ts';
import { type AuditEntry, personActor } from './audit.ts';
import { inEach, passedOver } from './in-each.ts';
import { callerOf, mayEnter, type User } from './person.ts';
import type { LastSeen } from './seen.ts';
import type { KnownSession, PeopleStore } from './store.ts';

/** Maximum lifetime of a session, regardless of activity. */
export const MAX_SESSION_MS = 30 * 24 * 60 * 60 * 1000;

export interface SessionParts {
  readonly stores: ReadonlyMap<string, PeopleStore>;
  readonly clock: Clock;
  readonly limits: SessionLimits;
}

export interface SessionLimits {
  readonly idleMs: number;
  readonly longestMs: number;
}

export const signedOut = new Problem('signed_out', 'There is no session, or it has ended. Sign in.');

/** Returns the Caller for a session token in one account; the same refusal in all other cases. */
export async function enter(
  parts: SessionParts & { readonly seen: LastSeen },
  token: string | undefined,
  accountID: string,
  address: string,
): Promise<Caller | Problem> {
  if (token === undefined) return signedOut;
  const tokenHash = sha256(token);
  const { stores } = parts;
  const asked = [...stores.values()].map((store) => unlessMoved(stores, store.session(tokenHash, accountID)));
  const session = await firstFound(asked);
  const now = parts.clock.now();
  if (session === undefined || !isGood(session, now, parts.limits)) return signedOut;
  parts.seen.note(session, now, address);
  return callerOf(session, now);
}

export function isGood(
  { user, seenOn, createdOn }: KnownSession,
  now: number,
  { idleMs, longestMs }: SessionLimits,
): boolean {
  return mayEnter(user) && now - seenOn < idleMs && now - createdOn < longestMs;
}

/**
 * Returns all sessions that the token opens. Rejects instead of returning none if a shard that may have a session does
 * not answer.
 */
export async function opened(parts: SessionParts, token: string | undefined): Promise<KnownSession[]> {
  const known = await openedBy(parts, token === undefined ? [] : [sha256(token)]);
  const { told: sessions, failure } = await withoutMoved(parts.stores, known);
  if (sessions.length === 0 && failure !== undefined) throw failure;
  return sessions;
}

async function openedBy(
  { stores, clock, limits }: SessionParts,
  tokenHashes: readonly Buffer[],
): Promise<{ told: KnownSession[]; failure: unknown }> {
  const asked = [...stores.values()].flatMap((store) => tokenHashes.map((tokenHash) => store.sessionsOf(tokenHash)));
  const { told, failure } = await fromAll(asked);
  const now = clock.now();
  return { told: told.filter((session) => isGood(session, now, limits)), failure };
}

export interface ShownSession {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly createdOn: string;
  readonly seenOn: string;
  readonly current: boolean;
}

export async function sessionsOf(
  { stores, clock, limits }: SessionParts,
  { account, person }: Caller,
): Promise<ShownSession[]> {
  const sessions = await stores.get(account.shardID)!.sessionsOfPerson(account, person!.id);
  const now = clock.now();
  return sessions
    .filter((session) => isGood(session, now, limits))
    .map(({ id, device, address, createdOn, askedOn }) => ({
      id,
      device,
      address,
      createdOn: formatTimestamp(createdOn),
      seenOn: formatTimestamp(askedOn),
      current: id === person!.sessionID,
    }));
}

/** Ends the session in every account that it opens. */
export async function signOut(parts: SessionParts, token: string | undefined, address: string): Promise<void> {
  if (token === undefined) return;
  const tokenHash = sha256(token);
  const now = parts.clock.now();
  const { told: sessions } = await openedBy(parts, [tokenHash]);
  const told = sessions.map(({ account, user }) => ({ account, audit: ended(user, now, address, { about: null }) }));
  const toldIn = (shardID: string) => told.filter(({ account }) => account.shardID === shardID);
  // End the session on every shard that answers, even if another fails.
  const outcomes = await Promise.allSettled(
    [...parts.stores].map(([shardID, store]) => store.end(tokenHash, toldIn(shardID))),
  );
  // Report a failure only if it affects a shard of the session, or if the shards are unknown.
  const shardIDs = [...parts.stores.keys()];
  for (const [n, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected' && (told.length === 0 || toldIn(shardIDs[n]!).length > 0)) throw outcome.reason;
  }
}

function ended(user: User, on: number, address: string, words: Pick<AuditEntry, 'about' | 'detail'>): AuditEntry {
  return { on, what: 'session.ended', by: personActor(user), address, ...words };
}

/**
 * Ends the previous session of the browser when a new one replaces it. The new session is valid even if the old one
 * cannot be ended now.
 */
export async function replaced(parts: SessionParts, token: string | undefined, address: string): Promise<void> {
  await signOut(parts, token, address).catch(passedOver);
}

/**
 * Ends own sessions: one by id, or all except the current one. Ends them also in the other accounts that this browser's
 * session opens for the same person. In accounts that it does not open, the address may belong to another person, whose
 * sessions stay. Returns the number of sessions in this account.
 */
export async function endOwn(
  parts: SessionParts,
  { account, person }: Caller,
  which: { readonly id: string } | 'others',
  address: string,
): Promise<number> {
  const { id: own, sessionID, tokenHash } = person!;
  const all = await parts.stores.get(account.shardID)!.sessionsOfPerson(account, own);
  const those = all.filter(({ id }) => (which === 'others' ? id !== sessionID : id === which.id));
  const elsewhere = await alsoOpened(parts, { account, tokenHash }, those);
  const end = (sessions: readonly KnownSession[]) => {
    const [{ account, user }] = sessions as readonly [KnownSession, ...KnownSession[]];
    const tokenHashes = sessions.map((session) => session.tokenHash);
    const words = { about: user.Email, detail: { sessions: sessions.length } };
    const audit = ended(user, parts.clock.now(), address, words);
    return parts.stores.get(account.shardID)!.endIn(account, tokenHashes, audit);
  };
  // The other browser may be an intruder's, so no failure is ignored. This account comes last: if another account fails,
  // the caller can repeat the request.
  const { failure } = await inEach(elsewhere, end);
  if (failure !== undefined) throw failure;
  if (those.length > 0) await end(those);
  return those.length;
}

/**
 * Returns the sessions to end in other accounts, grouped by account. Only accounts that the current session opens
 * count, and only sessions of the same person there.
 */
async function alsoOpened(
  parts: SessionParts,
  here: Pick<KnownSession, 'account' | 'tokenHash'>,
  sessions: readonly KnownSession[],
): Promise<KnownSession[][]> {
  if (sessions.length === 0) return [];
  // The current session may be among those that end.
  const ending = new Map(sessions.map(({ tokenHash }) => [tokenHash.toString('base64'), tokenHash]));
  const asked = new Map(ending).set(here.tokenHash.toString('base64'), here.tokenHash);
  const { told, failure } = await openedBy(parts, [...asked.values()]);
  if (failure !== undefined) throw failure;
  const placeOf = ({ shardID, key }: AccountScope) => `${shardID} ${key}`;
  const inOne = Map.groupBy(told, ({ account }) => placeOf(account));
  inOne.delete(placeOf(here.account));
  return [...inOne.values()].flatMap((opened) => {
    const mine = opened.find(({ tokenHash }) => tokenHash.equals(here.tokenHash));
    const alike = opened.filter(
      ({ tokenHash, user }) => ending.has(tokenHash.toString('base64')) && user.ID === mine?.user.ID,
    );
    return alike.length > 0 ? [alike] : [];
  });
}
