/** Sessions: what a cookie opens, for how long, and how they end. Only the hash of a token is kept. */
import type { Caller } from '../accounts/caller.ts';
import { sha256 } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { formatTimestamp } from '../kernel/time.ts';
import { Problem } from '../problems.ts';
import { firstFound, fromAll, unlessMoved, withoutMoved } from './all-shards.ts';
import { type AuditEntry, personActor } from './audit.ts';
import { passedOver } from './in-each.ts';
import { callerOf, mayEnter, type User } from './person.ts';
import type { Seen } from './seen.ts';
import type { KnownSession, PeopleStore } from './store.ts';

/** However busy somebody is. */
export const LONGEST_SESSION_MS = 30 * 24 * 60 * 60 * 1000;

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

/** The person behind a token in one account; the one refusal for whatever is not so. */
export async function enter(
  parts: SessionParts & { readonly seen: Seen },
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

/** All that the token opens. Nobody is told that there is no session where there may be one on a shard that does not answer. */
export async function opened(parts: SessionParts, token: string | undefined): Promise<KnownSession[]> {
  const known = await openedBy(parts, token === undefined ? [] : [sha256(token)]);
  const { told: sessions, failure } = await withoutMoved(parts.stores, known);
  if (sessions.length === 0 && failure !== undefined) throw failure;
  // Between its import and its thaw an account is frozen on two shards, and either will do.
  return [...Map.groupBy(sessions, ({ account }) => account.id).values()].map(([first]) => first!);
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
    .map(({ id, device, address, createdOn, seenOn }) => ({
      id,
      device,
      address,
      createdOn: formatTimestamp(createdOn),
      seenOn: formatTimestamp(seenOn),
      current: id === person!.sessionID,
    }));
}

/** Ends the session in every account it opens. */
export async function signOut(parts: SessionParts, token: string | undefined, address: string): Promise<void> {
  if (token === undefined) return;
  const tokenHashes = [sha256(token)];
  const told = await concerned(parts, tokenHashes, address, () => ({ about: null }));
  const toldIn = (shardID: string) => told.filter(({ account }) => account.shardID === shardID);
  // On those that answer it ends in any case.
  const ended = await Promise.allSettled(
    [...parts.stores].map(([shardID, store]) => store.end(tokenHashes, toldIn(shardID))),
  );
  // Where it is known whose shards it is on, one that is away keeps nobody else from leaving.
  const shardIDs = [...parts.stores.keys()];
  for (const [n, outcome] of ended.entries()) {
    if (outcome.status === 'rejected' && (told.length === 0 || toldIn(shardIDs[n]!).length > 0)) throw outcome.reason;
  }
}

/** Those whom it concerns that sessions end: every account that they open, each once. */
async function concerned(
  parts: SessionParts,
  tokenHashes: readonly Buffer[],
  address: string,
  words: (user: User, sessions: number) => Pick<AuditEntry, 'about' | 'detail'>,
) {
  const on = parts.clock.now();
  const { told } = await openedBy(parts, tokenHashes);
  const byAccount = Map.groupBy(told, ({ account }) => `${account.shardID} ${account.id}`);
  return [...byAccount.values()].map((own) => {
    const { account, user } = own[0]!;
    const by = personActor(user);
    const audit: AuditEntry = { on, what: 'session.ended', by, address, ...words(user, own.length) };
    return { account, audit };
  });
}

/** Of the session that a browser came with, where it gets another: that one counts, also where the old one cannot be ended now. */
export async function replaced(parts: SessionParts, token: string | undefined, address: string): Promise<void> {
  await signOut(parts, token, address).catch(passedOver);
}

/**
 * Of the caller's own: one by its name, or all but this one; with all that the same browser has open. Says how many of this account there were.
 */
export async function endOwn(
  parts: SessionParts,
  { account, person }: Caller,
  which: { readonly id: string } | 'others',
  address: string,
): Promise<number> {
  const { id: own, sessionID } = person!;
  const all = await parts.stores.get(account.shardID)!.sessionsOfPerson(account, own);
  const those = all.filter(({ id }) => (which === 'others' ? id !== sessionID : id === which.id));
  const tokenHashes = those.map(({ tokenHash }) => tokenHash);
  const told = await concerned(parts, tokenHashes, address, ({ Email }, sessions) => ({
    about: Email,
    detail: { sessions },
  }));
  // It is another browser, which may be in a stranger's hands: nothing is passed over. This account comes last, so that it can be asked again where
  // another cannot have it done now.
  const isHere = ({ account: { id } }: (typeof told)[number]) => id === account.id;
  const inOrder = [...told.filter((one) => !isHere(one)), ...told.filter(isHere)];
  const end = (shardID: string, store: PeopleStore) =>
    store.end(
      tokenHashes,
      inOrder.filter((one) => one.account.shardID === shardID),
      'in order',
    );
  const elsewhere = [...parts.stores].filter(([shardID]) => shardID !== account.shardID);
  await Promise.all(elsewhere.map(([shardID, store]) => end(shardID, store)));
  await end(account.shardID, parts.stores.get(account.shardID)!);
  return those.length;
}
