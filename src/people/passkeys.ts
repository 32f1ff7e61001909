/**
 * Passkeys of a person: public keys whose private key stays on a device that requires a fingerprint, a face or a PIN.
 * Each belongs to one person in one account, as a password does: an admin of one account cannot give access to another.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import { randomId, sha256 } from '../lib/ids.ts';
import type { JsonObject } from '../lib/json.ts';
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { type AuditEntry, type AuditWhat, actorOf } from './audit.ts';
import type { Ceremonies } from './ceremonies.ts';
import { MAX_KEY, MAX_NAME, type Passkey } from './passkey.ts';
import type { Origin, SignInParts } from './sign-in.ts';

export interface PasskeyParts extends SignInParts {
  readonly ceremonies: Ceremonies;
  /** Site; undefined if browsers would refuse to create passkeys for its URL. */
  readonly site: Site | undefined;
}

/** Site that passkeys are bound to: they work only there. */
export interface Site {
  readonly id: string;
  readonly origin: string;
}

/** Loads the WebAuthn library on first use: it is large, and few instances need it. */
export const webAuthn = () => import('@simplewebauthn/server');

/** Signature algorithms: Ed25519, ECDSA over P-256, RSA; together they cover every authenticator. */
const ALGORITHMS = [-8, -7, -257];

/** Maximum passkeys of one person. */
const MAX_PASSKEYS = 20;

/** Returns the site for passkeys. Browsers require a host name with TLS, or localhost. */
export function siteOf(publicUrl: string): Site | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isName = /[a-z]/i.test(hostname) && !hostname.startsWith('[');
  return hostname === 'localhost' || (protocol === 'https:' && isName) ? { id: hostname, origin } : undefined;
}

export const noSite = new Problem(
  'conflict',
  'Passkeys need a name and TLS: the operator sets MDS_PUBLIC_URL=https://..., or you open the console as http://localhost.',
);

/**
 * Starts the registration of a passkey; returns the browser's options and the encrypted state that the browser sends
 * back.
 */
export async function beginPasskey({ ceremonies, site, stores }: PasskeyParts, { account, person }: Caller) {
  if (site === undefined) return noSite;
  const known = await stores.get(account.shardID)!.passkeysOf(account, person!.id);
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: 'Maintenance Data Service',
    rpID: site.id,
    userName: person!.email,
    userDisplayName: `${person!.name} (${account.name})`,
    userID: new Uint8Array(handleOf(account, person!.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const session = person!.tokenHash.toString('base64url');
  return { ceremony: ceremonies.begin('new passkey', { challenge: options.challenge, session }), options };
}

export interface NewPasskey {
  readonly ceremony: string;
  readonly name: string;
  readonly response: JsonObject;
}

export async function addPasskey(
  parts: PasskeyParts,
  caller: Caller,
  { ceremony, name, response }: NewPasskey,
  origin: Origin,
): Promise<ShownPasskey | Problem> {
  const { account } = caller;
  const person = caller.person!;
  const store = parts.stores.get(account.shardID)!;
  if (parts.site === undefined) return noSite;
  const fault = faultOfName(name);
  if (fault !== undefined) return fault;
  const finishing = parts.ceremonies.finish('new passkey', ceremony);
  if (finishing?.known.session !== person.tokenHash.toString('base64url')) return notMade;
  const made = await (await webAuthn())
    .verifyRegistrationResponse({
      response: response as never,
      expectedChallenge: finishing.known.challenge,
      expectedOrigin: parts.site.origin,
      expectedRPID: parts.site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    .catch(() => ({ verified: false }) as const);
  if (!made.verified || !(await finishing.spend(store))) return notMade;
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential;
  const passkey: Passkey = {
    id: randomId('pk_', 10, parts.random),
    credentialID: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports.filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
    name: name.trim(),
    createdOn: parts.clock.now(),
    lastUsedOn: null,
  };
  if (passkey.credentialID.length > MAX_KEY || passkey.publicKey.length > MAX_KEY) return notMade;
  const audit = entry(parts, caller, 'passkey.added', passkey, origin);
  const beside = { session: person.tokenHash, audit };
  if (!(await store.addPasskey(account, person.id, passkey, MAX_PASSKEYS, beside))) {
    return new Problem('conflict', `This passkey is here already, or you have ${MAX_PASSKEYS} of them.`);
  }
  return shown(passkey);
}

const notMade = new Problem(
  'invalid_body',
  'The passkey could not be made. Begin again; it has to be finished within ten minutes.',
);

export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdOn: string;
  readonly lastUsedOn: string | null;
}

export async function passkeysOf({ stores }: PasskeyParts, { account, person }: Caller): Promise<ShownPasskey[]> {
  return (await stores.get(account.shardID)!.passkeysOf(account, person!.id)).map(shown);
}

export async function renamePasskey(
  parts: PasskeyParts,
  caller: Caller,
  id: string,
  name: string,
  origin: Origin,
): Promise<Problem | undefined> {
  const fault = faultOfName(name);
  if (fault !== undefined) return fault;
  const store = parts.stores.get(caller.account.shardID)!;
  const audit = entry(parts, caller, 'passkey.renamed', { id, name: name.trim() }, origin);
  const renamed = await store.renamePasskey(caller.account, caller.person!.id, id, name.trim(), audit);
  return renamed ? undefined : unknownPasskey;
}

export async function removePasskey(
  parts: PasskeyParts,
  caller: Caller,
  id: string,
  origin: Origin,
): Promise<Problem | undefined> {
  const store = parts.stores.get(caller.account.shardID)!;
  const [known] = (await store.passkeysOf(caller.account, caller.person!.id)).filter((one) => one.id === id);
  if (known === undefined) return unknownPasskey;
  const audit = entry(parts, caller, 'passkey.removed', known, origin);
  const removed = await store.removePasskey(caller.account, caller.person!.id, id, audit);
  return removed ? undefined : unknownPasskey;
}

const unknownPasskey = new Problem('not_found', 'You have no such passkey.');

/** Returns the user id for authenticators: it reveals nothing and differs in every account. */
export function handleOf({ id }: AccountScope, userID: number): Buffer {
  return sha256(`passkeys of ${id} ${userID}`);
}

export function descriptorOf({ credentialID, transports }: Passkey) {
  return { id: credentialID.toString('base64url'), transports: [...transports] };
}

function shown({ id, name, createdOn, lastUsedOn }: Passkey): ShownPasskey {
  const last = lastUsedOn === null ? null : formatTimestamp(lastUsedOn);
  return { id, name, createdOn: formatTimestamp(createdOn), lastUsedOn: last };
}

function faultOfName(name: string): Problem | undefined {
  const length = [...name.trim()].length;
  if (length > 0 && length <= MAX_NAME) return undefined;
  const message = `must have 1 to ${MAX_NAME} characters`;
  return new Problem('invalid_body', `The name of a passkey ${message}.`, { errors: [{ pointer: '/name', message }] });
}

function entry(
  { clock }: PasskeyParts,
  caller: Caller,
  what: AuditWhat,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
  { address }: Origin,
): AuditEntry {
  const detail = { id, name };
  return { on: clock.now(), what, by: actorOf(caller), address, about: caller.person!.email, detail };
}
