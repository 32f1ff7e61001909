/** Storage interface for secrets, sessions, links and the audit log of one shard. Each storage engine implements it. */
import type { AccountScope } from '../accounts/account.ts';
import type { Integration } from '../accounts/caller.ts';
import type { UsedKey } from '../accounts/key-use.ts';
import type { Problem } from '../problems.ts';
import type { Listing } from '../records/lists/plan.ts';
import type { AttemptLedger } from './attempts.ts';
import type { Actor, AuditEntry, AuditPage } from './audit.ts';
import type { Passkey } from './passkey.ts';
import type { User } from './person.ts';

/**
 * Maximum sessions of one person in one account: a program that signs in repeatedly and never signs out would create
 * them without end.
 */
export const MAX_SESSIONS = 100;

/** State of an account on one shard. During a move, two shards have a copy. */
export interface AccountCopy {
  /** True if the account accepts no changes: it is being moved, and may be on another shard by now. */
  readonly frozen: boolean;
  /** Time when the account arrived on this shard; 0 if it was created here. */
  readonly arrivedOn: number;
}

/** A user record in an account, as stored on this shard. */
export interface KnownHere extends AccountCopy {
  readonly account: AccountScope;
  readonly user: User;
}

/** A person of an account, whether or not they may sign in. */
export interface KnownPerson extends KnownHere {
  /** Password hash; undefined if never set. */
  readonly password: string | undefined;
  /** Time when the password was set for this address. */
  readonly passwordSetOn: number | undefined;
}

export interface KnownPasskey extends KnownHere {
  readonly passkey: Passkey;
}

export interface KnownSession extends KnownHere {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly createdOn: number;
  /** Last use in any account that the session opens, on any shard; determines the idle timeout. Not shown to anyone. */
  readonly seenOn: number;
  /** Last use in this account, and its IP address: activity in other accounts stays private. */
  readonly askedOn: number;
  readonly confirmedOn: number | null;
  readonly address: string;
  readonly device: string;
}

export type NewSession = Omit<KnownSession, 'user' | keyof AccountCopy | 'seenOn' | 'askedOn'> & {
  readonly userID: number;
};

/** Proof of identity that can be revoked: the time when the password was set, or the passkey. */
export interface Proof {
  readonly password?: number | undefined;
  readonly passkey?: Buffer;
}

export const linkKinds = ['invitation', 'reset', 'signin', 'setup'] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface LinkOwner {
  readonly account: AccountScope;
  readonly userID: number;
  /** Recipient address. */
  readonly email?: string;
}

export interface NewLink {
  readonly tokenHash: Buffer;
  readonly kind: LinkKind;
  /** Owner; undefined for the setup link, which creates the first account. */
  readonly whose: LinkOwner | undefined;
  readonly createdOn: number;
  /** E-mail address or name of the creator. */
  readonly createdBy: string;
  readonly expiresOn: number;
}

/** Actor kind for links that anyone may request; it has no address and no name. */
export const BY_NOBODY = 'nobody' satisfies Actor['kind'];

export interface KnownLink {
  readonly kind: LinkKind;
  readonly whose: { readonly account: AccountScope; readonly user: User } | undefined;
  readonly expiresOn: number;
  readonly isUsed: boolean;
}

export interface OpenLink {
  readonly userID: number;
  readonly kind: LinkKind;
  readonly createdOn: number;
  readonly expiresOn: number;
}

export interface KeptUse {
  readonly lastUsedOn: number | null;
  readonly lastAddress: string | null;
  readonly calls: number;
  readonly refused: number;
  readonly peakMinute: number;
  /** Usage of the previous secrets: their expiry times and combined counts; undefined if there are none. */
  readonly previous:
    | { readonly ends: readonly number[]; readonly calls: number; readonly lastUsedOn: number | null }
    | undefined;
}

export interface UsageHour {
  readonly hour: number;
  readonly calls: number;
  readonly refused: number;
  readonly limited: number;
  readonly peakMinute: number;
}

/** Storage of one shard. An audit entry is written in the transaction of its change, and only if the change is made. */
export interface PeopleStore {
  /** Shared ledger of failed sign-ins for all instances; undefined if one process uses the database alone. */
  readonly attempts: AttemptLedger | undefined;
  /** Returns the state of this shard's copy of the account. */
  copy(accountID: string): Promise<AccountCopy | undefined>;
  /** Returns all people with this address, in any account of the shard, without deleted users. */
  withEmail(email: string): Promise<KnownPerson[]>;
  person(account: AccountScope, userID: number): Promise<KnownPerson | undefined>;
  /**
   * Sets the password. Ends all sessions of the person except `kept`, and all their sign-in links. Returns false and
   * sets nothing if the kept session has ended, even concurrently.
   */
  setPassword(
    account: AccountScope,
    userID: number,
    password: string,
    now: number,
    beside?: { readonly kept?: Buffer; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /**
   * Stores the same password hashed with new parameters. Ends no session; does nothing if the password has changed
   * since.
   */
  rehash(account: AccountScope, userID: number, before: string, password: string): Promise<void>;

  passkeysOf(account: AccountScope, userID: number): Promise<Passkey[]>;
  /** Returns the passkey with its person, in any account of the shard; ignores deleted users. */
  passkey(credentialID: Buffer): Promise<KnownPasskey | undefined>;
  /**
   * Adds a passkey. Returns false if the credential id exists, the person has `most` passkeys, or the creating session
   * has ended.
   */
  addPasskey(
    account: AccountScope,
    userID: number,
    passkey: Passkey,
    most: number,
    beside?: { readonly session?: Buffer; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /**
   * Records a use. Returns false if the counter has not increased, as with a cloned authenticator; of two concurrent
   * uses only one succeeds.
   */
  usePasskey(credentialID: Buffer, counter: number, now: number): Promise<boolean>;
  renamePasskey(account: AccountScope, userID: number, id: string, name: string, audit?: AuditEntry): Promise<boolean>;
  removePasskey(account: AccountScope, userID: number, id: string, audit?: AuditEntry): Promise<boolean>;
  /** Marks a one-time value as used, until it expires. Returns false if it was used before, even concurrently. */
  spend(hash: Buffer, expiresOn: number): Promise<boolean>;

  /**
   * Starts a session. Returns false if the person may not sign in or the proof is no longer valid. This holds even if
   * the person is disabled, or the password is changed, at the same moment. Beyond `MAX_SESSIONS`, the least recently
   * used sessions of the person end.
   */
  begin(session: NewSession, by: Proof, audit?: AuditEntry): Promise<boolean>;
  /** Returns the session from the database, without a cache: a disabled person is signed out with the next request. */
  session(tokenHash: Buffer, accountID: string): Promise<KnownSession | undefined>;
  /** Returns all sessions of one cookie. */
  sessionsOf(tokenHash: Buffer): Promise<KnownSession[]>;
  sessionsOfPerson(account: AccountScope, userID: number): Promise<KnownSession[]>;
  /**
   * Records a use in the account, which may be on another shard. Also updates the last activity in every account of
   * this shard, unless another transaction is writing it.
   */
  seen(tokenHash: Buffer, account: AccountScope, now: number, address: string): Promise<void>;
  confirm(tokenHash: Buffer, account: AccountScope, now: number, audit?: AuditEntry): Promise<void>;
  /**
   * Ends the session in every account of the shard, each with its audit entry. Rejects if that fails in one of them; in
   * the others that are listed, the session has then ended.
   */
  end(
    tokenHash: Buffer,
    told?: readonly { readonly account: AccountScope; readonly audit: AuditEntry }[],
  ): Promise<void>;
  /** Ends the sessions in this account only. */
  endIn(account: AccountScope, tokenHashes: readonly Buffer[], audit?: AuditEntry): Promise<void>;
  /** Ends all sessions of the person in this account; returns their number. */
  endOf(account: AccountScope, userID: number, audit?: (ended: number) => AuditEntry): Promise<number>;

  /**
   * Creates a link. A person has one valid link of each kind, so this invalidates earlier ones; a link created by
   * nobody invalidates only links created by nobody. The new link is invalid too if the person is disabled at the same
   * moment, or has a different address.
   */
  makeLink(link: NewLink, audit?: AuditEntry): Promise<void>;
  link(tokenHash: Buffer): Promise<KnownLink | undefined>;
  /**
   * Uses the link, within the given account if it belongs to a person. With a password, also sets it and revokes all
   * previous sign-in methods and sessions, including passkeys, in one transaction. Returns false if the link is
   * unknown, expired or used, even concurrently.
   */
  useLink(
    account: AccountScope | undefined,
    tokenHash: Buffer,
    now: number,
    use: string,
    beside?: { readonly password?: string | undefined; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /** Returns the newest 1,000 open links, oldest first. */
  openLinks(account: AccountScope, now: number): Promise<OpenLink[]>;
  withdrawLinks(account: AccountScope, userID: number, audit?: AuditEntry): Promise<number>;

  /** Creates the built-in integration of the account if it does not exist. */
  ensureIntegration(account: AccountScope, integration: Integration): Promise<void>;
  /** Returns the integration that owns the subscription. */
  ownerOf(account: AccountScope, subscriptionID: number): Promise<Integration | undefined>;
  /** Returns the number of enabled and disabled subscriptions by integration id. */
  webhookCounts(account: AccountScope): Promise<ReadonlyMap<string, { on: number; off: number }>>;
  /**
   * Returns the number of waiting deliveries that revoking the integration would drop, counted up to
   * `MAX_WAITING_COUNT`.
   */
  waitingDeliveries(account: AccountScope, integrationID: string): Promise<number>;

  /** Adds to the usage counts of API keys. */
  addUse(used: readonly UsedKey[]): Promise<void>;
  /** Returns usage by integration id; `since` is in hours since 1970. */
  useOfKeys(account: AccountScope, since: number, id?: string): Promise<ReadonlyMap<string, KeptUse>>;
  /** Returns the hours in which the integration was used. */
  usageHours(account: AccountScope, integrationID: string, since: number): Promise<UsageHour[]>;

  /** Adds an audit entry for an event without a change, such as a failure. Entries never change. */
  audit(account: AccountScope, entry: AuditEntry): Promise<void>;
  auditLog(account: AccountScope, listing: Listing, gone?: AbortSignal): Promise<AuditPage | Problem>;
  /**
   * Deletes expired sessions, links, usage and audit entries, in batches of a few thousand; returns the number of
   * deleted rows.
   */
  forget(before: {
    sessionsSeen: number;
    sessionsMade: number;
    links: number;
    audit: number;
    usageHour: number;
    ceremonies: number;
  }): Promise<number>;
}
