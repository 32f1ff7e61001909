/** The port of what waits to be mailed, of one shard. Each storage engine implements it. */
import type { AccountScope } from '../accounts/account.ts';

export interface LetterText {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type LetterKind = 'invitation' | 'reset' | 'notice';

export interface WaitingLetter extends LetterText {
  readonly id: string;
  readonly account: AccountScope;
  readonly kind: LetterKind;
  readonly dueOn: number;
  /** It is worth nothing afterwards, and is given up. */
  readonly until: number;
}

/** A letter that whoever took it is about to send. */
export interface TakenLetter {
  readonly id: string;
  readonly accountID: string;
  readonly kind: LetterKind;
  readonly until: number;
  /** This one included. */
  readonly tries: number;
  /** What makes it unreadable, in its place: its key may be known to another process. */
  readonly content: LetterText | 'altered' | 'unknown key';
}

/** A subscription that is warned of or off, and whose owner has not been told so. */
export interface Trouble {
  readonly account: AccountScope;
  readonly subscriptionID: number;
  readonly name: string | null;
  readonly targetUrl: string;
  readonly submitter: string;
  readonly state: 'warned' | 'off';
  readonly why: string;
  readonly beganOn: number;
}

export interface MailStore {
  /** Counts one more letter about this; false, and nothing is counted, where there were `most` of them within a day. */
  allow(account: AccountScope, about: string, most: number, now: number): Promise<boolean>;
  queue(letter: WaitingLetter): Promise<void>;
  /** One letter that is due. Nobody else gets it before `leasedUntil`. */
  take(now: number, leasedUntil: number): Promise<TakenLetter | undefined>;
  /** Sent or given up: nothing of it is kept. */
  drop(id: string): Promise<void>;
  delay(id: string, dueOn: number): Promise<void>;
  /** Some of those who are to be told, the oldest first. */
  troubles(now: number): Promise<Trouble[]>;
  /** Forgets what was allowed long ago. */
  forget(now: number): Promise<void>;
}

export const DAY = 24 * 3_600_000;

/** What letters about a subscription are counted as. */
export const ABOUT_SUBSCRIPTION = 'subscription ';
