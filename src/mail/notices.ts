/**
 * Emails the responsible people when a subscription is failing or disabled. Reads the pending alerts from the database,
 * so a crash loses none. An alert within a day of the previous one, or beyond the account's daily quota, is sent later
 * if it still applies.
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

/** Maximum admins per alert, if no single person is responsible. */
const MAX_ADMINS = 5;

export async function sendAlertEmails({ store, accounts, mail, clock, onFailure }: NoticeParts): Promise<void> {
  const now = clock.now();
  /** Accounts that accept no email now: each further attempt would wait as long again. */
  const unready = new Set<number>();
  for (const trouble of await store.troubles(now, mail.mostADay)) {
    if (unready.has(trouble.account.key)) continue;
    // The next batch starts after this one, so a failed alert delays no other.
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
    // If several processes run at once, the quota allows one of them.
    const once = { about: `${ABOUT_SUBSCRIPTION}${subscriptionID}`, most: 1 };
    await mail.queue({ account, kind: 'notice', cc, ...renderAlertEmail(to, trouble) }, once);
  }

  async function adminsOf(account: AccountScope): Promise<string[]> {
    return (await accounts.admins(account, MAX_ADMINS)).map(({ email }) => email);
  }
}
