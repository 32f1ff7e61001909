/** Storage interface for the mail queue of one shard. Each storage engine implements it. */
import type { AccountScope } from '../accounts/account.ts';

export interface EmailText {
  readonly to: string;
  /** Further recipients of the same email. */
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type EmailKind = 'invitation' | 'reset' | 'notice';

export interface QueuedEmail extends EmailText {
  readonly id: string;
  readonly account: AccountScope;
  readonly kind: EmailKind;
  readonly dueOn: number;
  /** Expiry: the email is useless afterwards and is dropped. */
  readonly until: number;
}

/** An email leased for sending. */
export interface ClaimedEmail {
  readonly id: string;
  readonly accountID: string;
  readonly kind: EmailKind;
  readonly until: number;
  /** Number of attempts, including this one. */
  readonly tries: number;
  /** The email, or the reason why it cannot be decrypted. With `unknown key`, another process may know the key. */
  readonly content: EmailText | 'altered' | 'unknown key';
}

/** A subscription with a warning, or one that is disabled, whose owner has not been notified yet. */
export interface AlertState {
  readonly account: AccountScope;
  readonly subscriptionID: number;
  readonly name: string | null;
  readonly targetUrl: string;
  /**
   * Address of the responsible person. Undefined if no user of the account has it, or if all console users are
   * responsible: then the admins are notified.
   */
  readonly submitter: string | undefined;
  readonly state: 'warned' | 'off';
  readonly why: string;
  readonly beganOn: number;
}

/** Daily quota: the key that an email counts towards, and the maximum within a day. */
export interface MailQuota {
  readonly about: string;
  readonly most: number;
}

export interface MailStore {
  /**
   * Counts one more email for `about`. Returns false and counts nothing if `most` were counted within a day, or if the
   * account accepts no changes.
   */
  allow(account: AccountScope, about: string, most: number, now: number): Promise<boolean>;
  /** True if the account has sent `most` emails within a day. */
  isFull(account: AccountScope, most: number, now: number): Promise<boolean>;
  /** Counts and queues the email atomically. Returns false if a quota is used up. */
  queue(letter: QueuedEmail, counted: readonly MailQuota[], now: number): Promise<boolean>;
  /** Leases one due email until `leasedUntil`, so that no other process sends it. Accounts take turns. */
  take(now: number, leasedUntil: number): Promise<ClaimedEmail | undefined>;
  /** Removes an email that was sent or dropped, with all its data. */
  drop(id: string): Promise<void>;
  delay(id: string, dueOn: number): Promise<void>;
  /**
   * Returns a batch of subscriptions whose owners must be notified, oldest first. The next call continues after this
   * batch, then starts again with those still pending. Excludes accounts that have sent `most` emails, because they
   * would delay others.
   */
  troubles(now: number, most: number): Promise<AlertState[]>;
  /** Deletes expired quota counts. */
  forget(now: number): Promise<void>;
}

export const DAY = 24 * 3_600_000;

/** Quota key of all emails of an account. */
export const ALL_EMAILS = '';

/** Prefix of the quota key for emails about a subscription. */
export const ABOUT_SUBSCRIPTION = 'subscription ';
