/**
 * Letters on their way into the queue. Each account has so many a day, so that none can use up the mail server or its good name for all;
 * and what a letter is about may have fewer.
 */
import type { AccountScope } from '../accounts/account.ts';
import { type RandomBytes, randomId } from '../lib/ids.ts';
import type { Clock } from '../lib/time.ts';
import type { Settings } from '../settings.ts';
import { ALL_EMAILS, DAY, type EmailKind, type EmailText, type MailQuota, type MailStore } from './store.ts';

export interface Email extends EmailText {
  readonly account: AccountScope;
  readonly kind: EmailKind;
  /** When what it says is over; a day at most. */
  readonly until?: number;
}

export interface Mail {
  /** Whether one more about this may be sent today, of all that the account may have, too; about this it counts as sent. None may while the account takes no changes. */
  allow(account: AccountScope, about: string, most: number): Promise<boolean>;
  /** False where the account has had its letters for today, or those it may have about this; nothing is counted then. */
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

/** Undefined where there is no mail server: then no letter is written. */
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
