/**
 * Mails a password reset link to the person's own address. The response and its timing do not reveal whether the person
 * exists. A person gets only a few such emails a day, regardless of the number of requests.
 */
import type { Mail } from '../mail/mail.ts';
import { Problem } from '../problems.ts';
import type { Actor } from './audit.ts';
import { passedOver } from './in-each.ts';
import { createLink, type LinkMaker } from './links.ts';
import { mayEnter } from './person.ts';
import { everybodyWith, MAX_ACCOUNTS, type SignInParts, stepped } from './sign-in.ts';
import type { KnownPerson } from './store.ts';

export interface ForgottenParts extends Pick<SignInParts, 'stores' | 'failureStepMs'>, LinkMaker {
  /** Attempt limits for resets, separate from those for sign-in. */
  readonly resets: SignInParts['attempts'];
}

const MAX_A_DAY = 3;

export async function mailReset(
  parts: ForgottenParts & { readonly mail: Mail },
  email: string,
  address: string,
): Promise<Problem | undefined> {
  const attempt = parts.resets.refused(email, address) ?? (await parts.resets.begin(email, address));
  if (attempt instanceof Problem) return attempt;
  await attempt.end('wrong');
  await stepped(parts.failureStepMs, async () => {
    const { told } = await everybodyWith(email, parts.stores);
    for (const { account, user } of told.filter(({ user }) => mayEnter(user)).slice(0, MAX_ACCOUNTS)) {
      // Ignore accounts that accept no changes now: the others still get a link, and an error would reveal whose
      // address it is.
      await mailTo(parts, { account, user }, address).catch(passedOver);
    }
  });
  return undefined;
}

async function mailTo(
  parts: ForgottenParts & { readonly mail: Mail },
  { account, user }: Pick<KnownPerson, 'account' | 'user'>,
  address: string,
): Promise<void> {
  // Check the quota first: creating a link invalidates the previous one.
  if (!(await parts.mail.allow(account, `reset ${user.ID}`, MAX_A_DAY))) return;
  await createLink(parts.stores.get(account.shardID)!, parts, 'reset', { account, user }, nobody, address);
}

const nobody: Actor = { kind: 'nobody', id: null, name: null, email: null };
