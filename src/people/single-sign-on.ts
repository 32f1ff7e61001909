/**
 * Single sign-on through the provider. Requires an e-mail address that is verified there, and an active person here
 * with this address. Signing in never creates a person. Every refusal has the same response, and the same timing if a
 * flow was started here; the reason is logged for the admin.
 */
import { isSameAddress } from '../accounts/email-address.ts';
import { siteNetwork } from '../accounts/ip-address.ts';
import { secret256, sha256 } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { Unanswerable } from '../problems.ts';
import { personActor } from './audit.ts';
import type { Ceremonies, CeremonyState, Finishing } from './ceremonies.ts';
import { markConfirmed, tellUnconfirmed } from './confirm.ts';
import { mayEnter } from './person.ts';
import { isUnidentified, type Provider } from './provider.ts';
import { opened, type SessionParts } from './sessions.ts';
import { begin, everybodyWith, MAX_ACCOUNTS, type Origin, type SignInParts, stepped, tellFailure } from './sign-in.ts';

export interface SingleSignOnParts extends SignInParts, SessionParts {
  readonly ceremonies: Ceremonies;
  /** Provider; undefined if single sign-on is not configured. */
  readonly provider: Provider | undefined;
  readonly publicUrl: string;
  readonly log: Log;
}

export const CALLBACK = '/console/api/SingleSignOn/Callback';

/** Refusal; `away` means that a later attempt may succeed. */
export interface Turned {
  readonly refused: 'no' | 'away';
  readonly to: string;
  /**
   * True if a signed-in browser was confirming its identity. Otherwise false, even if the browser has an old cookie.
   */
  readonly isIn: boolean;
}

/** Starts single sign-on; returns the URL to redirect to and the encrypted state that the browser brings back. */
export async function beginSingleSignOn(
  { ceremonies, provider, publicUrl, random, log }: SingleSignOnParts,
  wish: Pick<CeremonyState['single sign-on'], 'to' | 'confirming'>,
): Promise<{ readonly location: string; readonly ceremony: string } | Turned> {
  const asked = { state: secret256(random), nonce: secret256(random), verifier: secret256(random) };
  const again = wish.confirming !== undefined;
  const url = await provider!.authorize({ ...asked, redirect: publicUrl + CALLBACK, again });
  if (isUnidentified(url)) {
    log.warn({ reason: url.because }, 'single sign-on cannot be begun');
    return { refused: 'away', to: wish.to, isIn: again };
  }
  return { location: url.href, ceremony: ceremonies.begin('single sign-on', { ...asked, ...wish }) };
}

export interface CameBack {
  /** Encrypted state from the start of the flow; `query` is the query of the redirect back. */
  readonly ceremony: string | undefined;
  readonly query: string;
  /** Token of the browser's current session. */
  readonly token: string | undefined;
}

/** Finishes single sign-on: returns the token of a new session, or none if an existing session was confirmed. */
export async function finishSingleSignOn(
  parts: SingleSignOnParts,
  cameBack: CameBack,
  origin: Origin,
): Promise<{ readonly token?: string; readonly to: string } | Turned> {
  const finishing = cameBack.ceremony ? parts.ceremonies.finish('single sign-on', cameBack.ceremony) : undefined;
  // Refuse without delay: no person is named, so the timing reveals nothing, and strangers must not keep requests open.
  if (finishing === undefined) return refuse('nothing was begun in this browser, or more than ten minutes ago');
  const { to, confirming, ...asked } = finishing.known;
  return stepped(
    parts.failureStepMs,
    async () => {
      const redirect = parts.publicUrl + CALLBACK;
      const answered = { ...asked, redirect, query: cameBack.query, again: confirming !== undefined };
      const identity = await parts.provider!.identify(answered, siteNetwork(origin.address));
      if (isUnidentified(identity)) return refuse(identity.because, {}, identity.away ? 'away' : 'no');
      const { email, unverified } = identity;
      if (unverified !== undefined)
        return refuse(`the provider has not verified the e-mail address: ${unverified}`, { email });
      const finished = confirming
        ? confirmSession(parts, finishing, cameBack.token, email, origin)
        : signInBy(parts, finishing, email, origin);
      const outcome = await finished.catch(notNow);
      if (!('because' in outcome)) return { ...outcome, to };
      return refuse(outcome.because, { email }, outcome.away ? 'away' : 'no');
    },
    isTurned,
  );

  function refuse(reason: string, whom: { email?: string } = {}, refused: Turned['refused'] = 'no'): Turned {
    parts.log.warn({ reason, ...whom, client: origin.address }, 'single sign-on was refused');
    const { to, confirming } = finishing?.known ?? { to: '/console' };
    return { refused, to, isIn: confirming !== undefined && cameBack.token !== undefined };
  }
}

export function isTurned(outcome: object): outcome is Turned {
  return 'refused' in outcome;
}

type Refused = { readonly because: string; readonly away?: boolean };

/** Converts a temporary database failure to a refusal, so that the browser still ends up on a page. */
function notNow(failure: unknown): Refused {
  if (!(failure instanceof Unanswerable)) throw failure;
  return { because: failure.message, away: true };
}
type SignOn = Finishing<CeremonyState['single sign-on']>;

/** Starts one session in all accounts that have the address. */
async function signInBy(
  parts: SingleSignOnParts,
  finishing: SignOn,
  email: string,
  origin: Origin,
): Promise<{ readonly token: string } | Refused> {
  const { told: alike, failure } = await everybodyWith(email, parts.stores);
  const known = alike.filter(({ user }) => isSameAddress(user.Email, email));
  const people = known.filter(({ user }) => mayEnter(user)).slice(0, MAX_ACCOUNTS);
  if (people.length === 0) {
    if (failure !== undefined) throw failure;
    await tellFailure(parts, alike, email, origin, 'single sign-on');
    if (alike.length === 0) return { because: 'no account has a person with this e-mail address' };
    if (known.length === 0) return { because: 'the e-mail address is written otherwise in the record of the person' };
    return { because: `the person is not active, but ${known.map(({ user }) => user.Status).join(', ')}` };
  }
  for (const shardID of new Set(people.map(({ account }) => account.shardID))) {
    if (!(await finishing.spend(parts.stores.get(shardID)!))) return USED;
  }
  // The proof is empty: an identity from the provider cannot be revoked here.
  const proven = people.map((person) => ({ ...person, by: {} }));
  const token = await begin(parts, proven, origin, { confirmed: false, how: 'single sign-on' });
  return token === undefined ? { because: 'the person was disabled meanwhile' } : { token };
}

const USED = { because: 'it was finished before: the way back was used a second time' };

/** Confirms the session: requires the same browser, the same session and the same person. */
async function confirmSession(
  parts: SingleSignOnParts,
  finishing: SignOn,
  token: string | undefined,
  email: string,
  origin: Origin,
): Promise<Refused | { readonly token?: never }> {
  const { account: accountID, session } = finishing.known.confirming!;
  const known = (await opened(parts, token)).find(({ account }) => account.id === accountID);
  if (token === undefined || known === undefined || sha256(token).toString('base64url') !== session) {
    return { because: 'the session that was to be confirmed is not that of the browser' };
  }
  const confirmed = { ...known, by: personActor(known.user) };
  if (!isSameAddress(known.user.Email, email)) {
    await tellUnconfirmed(parts, confirmed, origin, 'single sign-on');
    return { because: 'it was somebody else who signed in at the provider' };
  }
  if (!(await finishing.spend(parts.stores.get(known.account.shardID)!))) return USED;
  await markConfirmed(parts, confirmed, origin, 'single sign-on');
  return {};
}
