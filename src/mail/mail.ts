/**
 * Queues emails within daily quotas. Each account has its own quota, so that none can use up the mail server's capacity
 * or reputation for all. Some subjects have a lower quota.
 */
import type { AccountScope } from '../accounts/account.ts';
import { type RandomBytes, randomId } from '../lib/ids.ts';
import type { Clock } from '../lib/time.ts';
import type { Settings } from '../settings.ts';
import { ALL_EMAILS, DAY, type EmailKind, type EmailText, type MailQuota, type MailStore } from './store.ts';

export interface Email extends EmailText {
  readonly account: AccountScope;
  readonly kind: EmailKind;
  /** Expiry of the content; limited to one day. */
  readonly until?: number;
}

export interface Mail {
  /**
   * True if one more email for `about` may be sent today, within the quota of the account; counts it as sent for
   * `about`. Always false while the account accepts no changes.
   */
  allow(account: AccountScope, about: string, most: number): Promise<boolean>;
  /** Queues an email. Returns false and counts nothing if the daily quota of the account or of `about` is used up. */
  queue(letter: Email, about?: MailQuota): Promise<boolean>;
  /** Letters of one account within a day. */
  readonly mostADay: number;
}

export interface MailParts {
  storeOf(account: AccountScope): MailStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Letters of one account within a day. */
  readonly mostADay?: number;
}

const MAX_A_DAY = 500;

/** Returns undefined if no mail server is configured: then no email is created. */
export function mailBy({ MDS_SMTP_URL }: Settings, parts: MailParts): Mail | undefined {
  return MDS_SMTP_URL === '' ? undefined : createMail(parts);
}

export function createMail({ storeOf, clock, random, mostADay = MAX_A_DAY }: MailParts): Mail {
  return {
    async allow(account, about, most) {
      const [store, now] = [storeOf(account), clock.now()];
      return !(await store.isFull(account, mostADay, now)) && store.allow(account, about, most, now);
    },
    async queue({ until = Infinity, ...letter }, about) {
      const now = clock.now();
      const id = randomId('ltr_', 10, random);
      const waiting = { ...letter, id, dueOn: now, until: Math.min(until, now + DAY) };
      const counted = [{ about: ALL_EMAILS, most: mostADay }, ...(about === undefined ? [] : [about])];
      return storeOf(letter.account).queue(waiting, counted, now);
    },
    mostADay,
  };
}
