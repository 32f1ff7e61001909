/**
 * Signing in by way of the provider: whoever has an e-mail address that is verified there, and is an active person here with that address, comes
 * in. Nobody is made a person by signing in. Every refusal has the same answer, and in the same time where something was begun here; why is in the
 * log, for the admin.
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
  /** Undefined where it is not set up. */
  readonly provider: Provider | undefined;
  readonly publicUrl: string;
  readonly log: Log;
}

export const CALLBACK = '/console/api/SingleSignOn/Callback';

/** `away`: it may go better later. */
export interface Turned {
  readonly refused: 'no' | 'away';
  readonly to: string;
  /** The browser is in: it was to show there once more who that is. Else nobody is in yet, whatever old cookie it has. */
  readonly isIn: boolean;
}

/** Where the browser goes, and what it brings back. */
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
  /** What the browser was given when it left, and the query it came back with. */
  readonly ceremony: string | undefined;
  readonly query: string;
  /** Of the session it is in already. */
  readonly token: string | undefined;
}

/** The token of a new session, none where one that is there was confirmed. */
export async function finishSingleSignOn(
  parts: SingleSignOnParts,
  cameBack: CameBack,
  origin: Origin,
): Promise<{ readonly token?: string; readonly to: string } | Turned> {
  const finishing = cameBack.ceremony ? parts.ceremonies.finish('single sign-on', cameBack.ceremony) : undefined;
  // Nobody is named that there would be something to learn about, so strangers hold no request for a step of time.
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

/** A browser that comes back ends up at a page, also while a database cannot be asked or written to. */
function notNow(failure: unknown): Refused {
  if (!(failure instanceof Unanswerable)) throw failure;
  return { because: failure.message, away: true };
}
type SignOn = Finishing<CeremonyState['single sign-on']>;

/** One session for all accounts that the address is in. */
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
  // What the provider said cannot be taken back here.
  const proven = people.map((person) => ({ ...person, by: {} }));
  const token = await begin(parts, proven, origin, { confirmed: false, how: 'single sign-on' });
  return token === undefined ? { because: 'the person was disabled meanwhile' } : { token };
}

const USED = { because: 'it was finished before: the way back was used a second time' };

/** The same browser, in the same session, by the same person. */
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
