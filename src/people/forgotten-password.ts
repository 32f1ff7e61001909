/**
 * A reset link for who has forgotten the password, mailed to the address alone. Whoever asks has the same answer in the same time, whether
 * or not there is such a person; and a person gets a few such letters a day, however often somebody asks.
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
  /** Counted apart from those to sign in. */
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
      // An account that takes no changes for now keeps no link from the others; and to say so would tell whose address it is.
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
  // Before the link is made: a new one ends the one before.
  if (!(await parts.mail.allow(account, `reset ${user.ID}`, MAX_A_DAY))) return;
  await createLink(parts.stores.get(account.shardID)!, parts, 'reset', { account, user }, nobody, address);
}

const nobody: Actor = { kind: 'nobody', id: null, name: null, email: null };
