/** The port of what waits to be mailed, of one shard. Each storage engine implements it. */
import type { AccountScope } from '../accounts/account.ts';

export interface EmailText {
  readonly to: string;
  /** Who gets the same letter beside. */
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
  /** It is worth nothing afterwards, and is given up. */
  readonly until: number;
}

/** A letter that whoever took it is about to send. */
export interface ClaimedEmail {
  readonly id: string;
  readonly accountID: string;
  readonly kind: EmailKind;
  readonly until: number;
  /** This one included. */
  readonly tries: number;
  /** What makes it unreadable, in its place: its key may be known to another process. */
  readonly content: EmailText | 'altered' | 'unknown key';
}

/** A subscription that is warned of or off, and whose owner has not been told so. */
export interface AlertState {
  readonly account: AccountScope;
  readonly subscriptionID: number;
  readonly name: string | null;
  readonly targetUrl: string;
  /** Who looks after it; undefined where that is nobody of the account any more, or all who use its console: then its admins do. */
  readonly submitter: string | undefined;
  readonly state: 'warned' | 'off';
  readonly why: string;
  readonly beganOn: number;
}

/** What a letter is counted as, and how many of those there may be within a day. */
export interface MailQuota {
  readonly about: string;
  readonly most: number;
}

export interface MailStore {
  /** Counts one more letter about this; false, and nothing is counted, where there were `most` of them within a day, or the account takes no changes. */
  allow(account: AccountScope, about: string, most: number, now: number): Promise<boolean>;
  /** Whether the account has had that many letters within a day. */
  isFull(account: AccountScope, most: number, now: number): Promise<boolean>;
  /** Counts the letter and keeps it, both or neither: false where there were as many of one kind as there may be. */
  queue(letter: QueuedEmail, counted: readonly MailQuota[], now: number): Promise<boolean>;
  /** One letter that is due; accounts take turns. Nobody else gets it before `leasedUntil`. */
  take(now: number, leasedUntil: number): Promise<ClaimedEmail | undefined>;
  /** Sent or given up: nothing of it is kept. */
  drop(id: string): Promise<void>;
  delay(id: string, dueOn: number): Promise<void>;
  /**
   * Some of those who are to be told, of these the oldest first; the next look goes on behind them, and comes round to what is still so. None of an
   * account that has had `most` letters, which would keep others waiting.
   */
  troubles(now: number, most: number): Promise<AlertState[]>;
  /** Forgets what was allowed long ago. */
  forget(now: number): Promise<void>;
}

export const DAY = 24 * 3_600_000;

/** What all letters of an account are counted as. */
export const ALL_EMAILS = '';

/** What letters about a subscription are counted as. */
export const ABOUT_SUBSCRIPTION = 'subscription ';
