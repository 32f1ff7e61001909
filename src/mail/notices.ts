/**
 * Tells those who look after a subscription that it is warned of or off. What is to be told is read from the periods that settling writes,
 * so nothing is lost with a process; and what came within a day of the last letter, or of as many as the account may have, is told after it,
 * if it is still so.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clock } from '../lib/time.ts';
import { Unanswerable } from '../problems.ts';
import { renderAlertEmail } from './letters.ts';
import type { Mail } from './mail.ts';
import { ABOUT_SUBSCRIPTION, type AlertState, type MailStore } from './store.ts';

export interface NoticeParts {
  readonly store: MailStore;
  readonly accounts: Pick<AccountStore, 'admins'>;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly onFailure: (failure: unknown) => void;
}

/** Admins that are told of what is everybody's. */
const MAX_ADMINS = 5;

export async function sendAlertEmails({ store, accounts, mail, clock, onFailure }: NoticeParts): Promise<void> {
  const now = clock.now();
  /** Accounts that take no letter now: each one more would wait as long again. */
  const unready = new Set<number>();
  for (const trouble of await store.troubles(now, mail.mostADay)) {
    if (unready.has(trouble.account.key)) continue;
    // The next look begins behind all of these: one that cannot be told keeps no other waiting.
    await tell(trouble).catch((failure) => {
      if (failure instanceof Unanswerable) unready.add(trouble.account.key);
      onFailure(failure);
    });
  }
  await store.forget(now);

  async function tell(trouble: AlertState): Promise<void> {
    const { account, subscriptionID, submitter } = trouble;
    const [to, ...cc] = submitter === undefined ? await adminsOf(account) : [submitter];
    if (to === undefined) return;
    // Of several processes that look at once, one is allowed.
    const once = { about: `${ABOUT_SUBSCRIPTION}${subscriptionID}`, most: 1 };
    await mail.queue({ account, kind: 'notice', cc, ...renderAlertEmail(to, trouble) }, once);
  }

  async function adminsOf(account: AccountScope): Promise<string[]> {
    return (await accounts.admins(account, MAX_ADMINS)).map(({ email }) => email);
  }
}
