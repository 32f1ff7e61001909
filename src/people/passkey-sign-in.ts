/**
 * Sign-in and confirmation of identity by passkey. Every failure has the same response; the reason is logged for the
 * admin.
 */
import type { Caller } from '../accounts/caller.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Log } from '../lib/log.ts';
import { Problem } from '../problems.ts';
import { firstFound, unlessMoved } from './all-shards.ts';
import type { Finishing } from './ceremonies.ts';
import { type Confirmed, markConfirmed, sessionOf, tellUnconfirmed } from './confirm.ts';
import { descriptorOf, handleOf, noSite, type PasskeyParts, type Site, webAuthn } from './passkeys.ts';
import { mayEnter } from './person.ts';
import { begin, type Origin, stepped, tellFailure } from './sign-in.ts';
import type { KnownPasskey } from './store.ts';

export interface PasskeySignInParts extends PasskeyParts {
  readonly log: Log;
}

export interface ShownKey {
  readonly ceremony: string;
  readonly response: JsonObject;
}

/** Starts a passkey sign-in. The person is not known yet: the authenticator offers its passkeys for this site. */
export async function beginPasskeySignIn({ ceremonies, site }: PasskeyParts) {
  if (site === undefined) return noSite;
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
  });
  return { ceremony: ceremonies.begin('passkey sign-in', { challenge: options.challenge }), options };
}

export const wrongPasskey = new Problem(
  'sign_in_failed',
  'This passkey is unknown here, was not shown in time, or this person may not sign in.',
);

/** Signs in to the account of the passkey; returns the token of the new session. */
export async function signInByPasskey(
  parts: PasskeySignInParts,
  { ceremony, response }: ShownKey,
  origin: Origin,
): Promise<string | Problem> {
  const found = await stepped(
    parts.failureStepMs,
    async () => {
      const finishing = parts.ceremonies.finish('passkey sign-in', ceremony);
      const shown = await attempted(parts, finishing, response, origin);
      if (shown instanceof Problem) return shown;
      const outcome = isUnproven(shown) || mayEnter(shown.user) ? shown : notActive(shown);
      if (!isUnproven(outcome)) return outcome;
      const { because, whose } = outcome;
      if (whose !== undefined) await tellFailure(parts, [whose], whose.user.Email, origin, 'passkey');
      return refuse(parts, because, origin);
    },
    (outcome) => outcome === wrongPasskey,
  );
  if (found instanceof Problem) return found;
  const person = { ...found, by: { passkey: found.passkey.credentialID } };
  const token = await begin(parts, [person], origin, { confirmed: true, how: 'passkey' });
  return token ?? refuse(parts, 'the person was disabled meanwhile, or the passkey removed', origin);
}

export async function beginPasskeyConfirmation(
  { ceremonies, site, stores }: PasskeyParts,
  { account, person }: Caller,
) {
  if (site === undefined) return noSite;
  const known = await stores.get(account.shardID)!.passkeysOf(account, person!.id);
  if (known.length === 0) return new Problem('conflict', 'You have no passkey in this account. Give the password.');
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
    allowCredentials: known.map(descriptorOf) as never,
  });
  const session = person!.tokenHash.toString('base64url');
  return { ceremony: ceremonies.begin('passkey confirmation', { challenge: options.challenge, session }), options };
}

export async function confirmByPasskey(
  parts: PasskeySignInParts,
  caller: Caller,
  { ceremony, response }: ShownKey,
  origin: Origin,
): Promise<Confirmed | Problem> {
  const finishing = parts.ceremonies.finish('passkey confirmation', ceremony);
  const isOurs = finishing?.known.session === caller.person!.tokenHash.toString('base64url');
  const shown = await attempted(parts, isOurs ? finishing : undefined, response, origin);
  if (shown instanceof Problem) return shown;
  const isPerson = !isUnproven(shown) && shown.account.id === caller.account.id && shown.user.ID === caller.person!.id;
  if (isPerson) return markConfirmed(parts, sessionOf(caller), origin, 'passkey');
  refuse(parts, isUnproven(shown) ? shown.because : 'it is the passkey of somebody else', origin);
  await tellUnconfirmed(parts, sessionOf(caller), origin, 'passkey');
  return new Problem('wrong_password', 'This is not a passkey of yours, or it was not shown in time.');
}

/** Reason why the passkey was refused, and the passkey it names, if known. */
interface Unproven {
  readonly because: string;
  readonly whose?: KnownPasskey;
}

function isUnproven(outcome: KnownPasskey | Unproven): outcome is Unproven {
  return 'because' in outcome;
}

function notActive(whose: KnownPasskey): Unproven {
  return { because: `the person is not active, but ${whose.user.Status}`, whose };
}

/** Verifies the passkey as a sign-in attempt, so that failures count for the network. */
async function attempted(
  parts: PasskeySignInParts,
  finishing: Finishing<{ readonly challenge: string }> | undefined,
  response: JsonObject,
  origin: Origin,
): Promise<KnownPasskey | Unproven | Problem> {
  // Whatever else stands there is no name of one: an object may have no text at all.
  const name = `passkey ${typeof response.id === 'string' ? response.id : ''}`;
  const attempt = parts.attempts.refused(name, origin.address) ?? (await parts.attempts.begin(name, origin.address));
  if (attempt instanceof Problem) return attempt;
  try {
    const outcome = await verify(parts, finishing, response);
    await attempt.end(isUnproven(outcome) ? 'wrong' : 'right');
    return outcome;
  } catch (failure) {
    await attempt.end('undecided');
    throw failure;
  }
}

/** Returns the passkey with its person, or the reason of the refusal. */
async function verify(
  parts: PasskeySignInParts,
  finishing: Finishing<{ readonly challenge: string }> | undefined,
  response: JsonObject,
): Promise<KnownPasskey | Unproven> {
  const { stores, site } = parts;
  if (site === undefined || finishing === undefined)
    return { because: 'nothing was begun, or more than ten minutes ago' };
  const { id } = response;
  if (typeof id !== 'string') return { because: 'it names no passkey' };
  const credentialID = Buffer.from(id, 'base64url');
  const known = await firstFound([...stores.values()].map((store) => unlessMoved(stores, store.passkey(credentialID))));
  if (known === undefined) return { because: 'the passkey is unknown here' };
  const because = await doubtOf({ ...parts, site }, finishing, known, response);
  return because === undefined ? known : { because, whose: known };
}

/** Returns why the response is invalid: forged, expired, or used before; undefined if valid. */
async function doubtOf(
  { stores, site, clock }: PasskeySignInParts & { readonly site: Site },
  finishing: Finishing<{ readonly challenge: string }>,
  { account, user, passkey }: KnownPasskey,
  response: JsonObject,
): Promise<string | undefined> {
  const { userHandle } = (response.response ?? {}) as { userHandle?: unknown };
  const handle = handleOf(account, user.ID).toString('base64url');
  if (userHandle !== undefined && userHandle !== null && userHandle !== handle) return 'it was made for somebody else';
  const outcome = await (await webAuthn())
    .verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: finishing.known.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id: response.id as string, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: true,
    })
    .catch((failure: Error) => failure);
  if (outcome instanceof Error) return outcome.message.slice(0, 200);
  if (!outcome.verified) return 'the signature is not that of the passkey';
  const store = stores.get(account.shardID)!;
  if (!(await finishing.spend(store))) return 'it was shown before';
  const isFurther = await store.usePasskey(passkey.credentialID, outcome.authenticationInfo.newCounter, clock.now());
  return isFurther ? undefined : 'its counter is not further on: there may be a copy of the authenticator';
}

function refuse({ log }: PasskeySignInParts, reason: string, { address }: Origin): Problem {
  log.warn({ reason, client: address }, 'a passkey was refused');
  return wrongPasskey;
}
