/**
 * One-time links: invitation, password reset, sign-in, service setup. The token is 256 random bits in the URL fragment,
 * so no server and no log receives it; only its hash is stored.
 */
import type { AccountScope } from '../accounts/account.ts';
import { siteNetwork } from '../accounts/ip-address.ts';
import { type RandomBytes, randomId, secret256, sha256 } from '../lib/ids.ts';
import { type Clock, formatTimestamp } from '../lib/time.ts';
import { renderLinkEmail } from '../mail/letters.ts';
import type { Mail } from '../mail/mail.ts';
import { Problem } from '../problems.ts';
import { invalidBody } from '../records/refusals.ts';
import { firstFound } from './all-shards.ts';
import { type Actor, type AuditEntry, personActor, system } from './audit.ts';
import { faultOfPassword } from './password-rules.ts';
import { nameOf, type User } from './person.ts';
import { deadLink } from './refusals.ts';
import { begin, busy, type Origin, type SignInParts } from './sign-in.ts';
import type { KnownLink, LinkKind, PeopleStore } from './store.ts';
import { changeUser, faultsOfNames, type OwnNames, personAuthor } from './user-records.ts';

const HOUR = 3_600_000;
export const LASTS: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * 24 * HOUR,
  reset: HOUR,
  signin: 7 * 24 * HOUR,
  setup: 30 * 24 * HOUR,
};

export interface MadeLink {
  readonly link: string;
  readonly expiresOn: string;
  /** True if an email with the link is queued. */
  readonly mailed: boolean;
}

export interface LinkMaker {
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** URL of the console, such as `https://mds.example.com/console`. */
  readonly consoleUrl: string;
  /** Mail queue; undefined if no mail server is configured. */
  readonly mail?: Mail | undefined;
}

/**
 * Creates a link and returns it, and mails invitations and resets if possible. The link cannot be shown again later.
 */
export async function createLink(
  store: PeopleStore,
  { clock, random, consoleUrl, mail }: LinkMaker,
  kind: LinkKind,
  whose: { readonly account: AccountScope; readonly user: Pick<User, 'ID' | 'Email'> } | undefined,
  by: Actor = system,
  address: string | null = null,
): Promise<MadeLink> {
  const token = secret256(random);
  const now = clock.now();
  const expiresOn = now + LASTS[kind];
  const link = {
    tokenHash: sha256(token),
    kind,
    whose: whose && { account: whose.account, userID: whose.user.ID, email: whose.user.Email },
    createdOn: now,
    createdBy: by.email ?? by.name ?? by.kind,
    expiresOn,
  };
  const about = whose?.user.Email ?? null;
  await store.makeLink(link, { on: now, what: 'link.made', by, address, about, detail: { kind } });
  const made = { link: `${consoleUrl}/link#${token}`, expiresOn: formatTimestamp(expiresOn) };
  if (mail === undefined || whose === undefined || (kind !== 'invitation' && kind !== 'reset'))
    return { ...made, mailed: false };
  const { account, user } = whose;
  const letter = renderLinkEmail({ to: user.Email, kind, account: account.name, ...made });
  return { ...made, mailed: await mail.queue({ account, kind, until: expiresOn, ...letter }) };
}

/** Looks up a link without using it; returns a Problem if it is unknown, used, expired, or its person is disabled. */
export async function lookAtLink(
  { stores, clock }: Pick<SignInParts, 'stores' | 'clock'>,
  token: string,
): Promise<{ readonly store: PeopleStore; readonly link: KnownLink } | Problem> {
  const found = await firstFound(
    [...stores.values()].map(async (store) => {
      const link = await store.link(sha256(token));
      return link && { store, link };
    }),
  );
  if (found === undefined) return deadLink;
  const { isUsed, expiresOn, whose } = found.link;
  const isOver = isUsed || expiresOn <= clock.now() || whose?.user.Status === 'Disabled';
  return isOver ? deadLink : found;
}

export interface LinkUse {
  readonly token: string;
  readonly password?: string;
  /** Names given by a person who accepts an invitation. */
  readonly fields: OwnNames;
}

/**
 * Uses the link and signs in. Input is validated before the link is used; of concurrent uses only one succeeds.
 * Accepting an invitation activates the person by an ordinary change on their own behalf, which also uses the link.
 */
export async function useLink(
  parts: SignInParts,
  { token, password, fields }: LinkUse,
  origin: Origin,
): Promise<string | Problem> {
  const found = await lookAtLink(parts, token);
  if (found instanceof Problem) return found;
  const { store, link } = found;
  const { kind, whose } = link;
  if (whose === undefined) return deadLink;
  const { account, user } = whose;
  let hash: string | undefined;
  if (kind !== 'signin') {
    const fault = password === undefined ? 'A password is needed.' : faultOfPassword(password, wordsAbout(whose));
    if (fault !== undefined)
      return new Problem('invalid_body', fault, { errors: [{ pointer: '/password', message: fault }] });
    const ofNames = kind === 'invitation' ? faultsOfNames(fields, user.Email) : [];
    if (ofNames.length > 0) return invalidBody(ofNames);
    const made = await parts.passwords.hash(password!, siteNetwork(origin.address));
    if (made === 'busy') return busy();
    hash = made;
  }
  const on = parts.clock.now();
  const tokenHash = sha256(token);
  const setBy = (person: User): AuditEntry => {
    const by = personActor(person);
    return { on, what: 'password.set', by, address: origin.address, about: user.Email, detail: { how: kind } };
  };
  let active = user;
  if (kind === 'invitation') {
    const accepts = { tokenHash, on, password: hash!, audit: setBy({ ...user, ...fields }) };
    const becomes = { ...fields, Status: 'Active' };
    const accepted = await changeUser(parts.records(account), user.ID, becomes, personAuthor(user), { accepts });
    if (accepted instanceof Problem) return accepted;
    active = accepted;
  } else {
    const setting = hash === undefined ? {} : { password: hash, audit: setBy(user) };
    const isUsed = await store.useLink(account, tokenHash, on, randomId('', 10, parts.random), setting);
    if (!isUsed) return deadLink;
  }
  const how = { confirmed: hash !== undefined, how: kind };
  const by = hash === undefined ? {} : { password: on };
  return (await begin(parts, [{ account, user: active, by }], origin, how)) ?? deadLink;
}

function wordsAbout({ account, user }: { readonly account: AccountScope; readonly user: User }): string[] {
  return [user.Email, nameOf(user), account.name];
}
