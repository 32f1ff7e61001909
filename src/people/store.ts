/** The port of what lets people in: secrets, sessions, links and the audit log of one shard. Each storage engine implements it. */
import type { AccountScope } from '../accounts/account.ts';
import type { Integration } from '../accounts/caller.ts';
import type { UsedKey } from '../accounts/key-use.ts';
import type { Problem } from '../problems.ts';
import type { Listing } from '../records/lists/plan.ts';
import type { AttemptLedger } from './attempts.ts';
import type { Actor, AuditEntry, AuditPage } from './audit.ts';
import type { Passkey } from './passkey.ts';
import type { User } from './person.ts';

/** Of one person in one account: a program that signs in for whatever it does, and never out, would have no end of them. */
export const MAX_SESSIONS = 100;

/** An account as it is on one shard. While it is moved there are two of them. */
export interface AccountCopy {
  /** Takes no changes: it is being moved, and may be on another shard by now. */
  readonly frozen: boolean;
  /** When it came here; 0 where it was made here. */
  readonly arrivedOn: number;
}

/** What is known of somebody in an account, as it is on this shard. */
export interface KnownHere extends AccountCopy {
  readonly account: AccountScope;
  readonly user: User;
}

/** Somebody of an account, whether or not he may come in. */
export interface KnownPerson extends KnownHere {
  /** Undefined for who has never set one. */
  readonly password: string | undefined;
  /** Since when it is the password of this address. */
  readonly passwordSetOn: number | undefined;
}

export interface KnownPasskey extends KnownHere {
  readonly passkey: Passkey;
}

export interface KnownSession extends KnownHere {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly createdOn: number;
  /** In any account that it opens, on whichever shard: by this it runs out, and nobody is told. */
  readonly seenOn: number;
  /** In this account, and from where: when somebody works elsewhere is no business of it. */
  readonly askedOn: number;
  readonly confirmedOn: number | null;
  readonly address: string;
  readonly device: string;
}

export type NewSession = Omit<KnownSession, 'user' | keyof AccountCopy | 'seenOn' | 'askedOn'> & {
  readonly userID: number;
};

/** What somebody has shown, where it can be taken back: when the password was set, or which passkey it was. */
export interface Proof {
  readonly password?: number | undefined;
  readonly passkey?: Buffer;
}

export const linkKinds = ['invitation', 'reset', 'signin', 'setup'] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface LinkOwner {
  readonly account: AccountScope;
  readonly userID: number;
  /** Where it goes. */
  readonly email?: string;
}

export interface NewLink {
  readonly tokenHash: Buffer;
  readonly kind: LinkKind;
  /** None: whoever has it makes the first account. */
  readonly whose: LinkOwner | undefined;
  readonly createdOn: number;
  /** An address, or what made it. */
  readonly createdBy: string;
  readonly expiresOn: number;
}

/** Stands for the kind of actor, who has no address and no name: what anybody may ask for. */
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
  /** Undefined where there is no secret from before a rotation; else when each ends, and how all of them are used. */
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

/** Where something that is done takes an entry of the audit log, that is written in its transaction, and only if it is done. */
export interface PeopleStore {
  /** Where failed attempts to sign in are counted by all instances; none where one process has the database to itself. */
  readonly attempts: AttemptLedger | undefined;
  /** The account as it is here. */
  copy(accountID: string): Promise<AccountCopy | undefined>;
  /** Everybody with this address, in any account of the shard; deleted users are nobody. */
  withEmail(email: string): Promise<KnownPerson[]>;
  person(account: AccountScope, userID: number): Promise<KnownPerson | undefined>;
  /**
   * Ends all sessions of the person but the one that is named, and all links that would let somebody in. False where that one has ended, be it at
   * the same moment: nothing is set then.
   */
  setPassword(
    account: AccountScope,
    userID: number,
    password: string,
    now: number,
    beside?: { readonly kept?: Buffer; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /** The same password under other parameters: nothing ends, and nothing happens where it was changed meanwhile. */
  rehash(account: AccountScope, userID: number, before: string, password: string): Promise<void>;

  passkeysOf(account: AccountScope, userID: number): Promise<Passkey[]>;
  /** Whose it is, in any account of the shard; deleted users are nobody. */
  passkey(credentialID: Buffer): Promise<KnownPasskey | undefined>;
  /** False where the authenticator's name for it is taken, the person has `most` of them, or the session that makes it has ended. */
  addPasskey(
    account: AccountScope,
    userID: number,
    passkey: Passkey,
    most: number,
    beside?: { readonly session?: Buffer; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /** Counts a use. False where the counter is not further on, as with a copy of the authenticator: of two at once, one is. */
  usePasskey(credentialID: Buffer, counter: number, now: number): Promise<boolean>;
  renamePasskey(account: AccountScope, userID: number, id: string, name: string, audit?: AuditEntry): Promise<boolean>;
  removePasskey(account: AccountScope, userID: number, id: string, audit?: AuditEntry): Promise<boolean>;
  /** Uses up what works once until it is over. False where it was used, be it at the same moment. */
  spend(hash: Buffer, expiresOn: number): Promise<boolean>;

  /**
   * False where the person may not come in, or what it is begun by does not hold: whoever is disabled in that very moment, or whose password is
   * set anew, has no session afterwards. Of a person who has more than `MOST_SESSIONS` then, those end that were not used for longest.
   */
  begin(session: NewSession, by: Proof, audit?: AuditEntry): Promise<boolean>;
  /** As it stands in the database now: nothing is remembered, so whoever was disabled is out with the next request. */
  session(tokenHash: Buffer, accountID: string): Promise<KnownSession | undefined>;
  /** All that one cookie opens. */
  sessionsOf(tokenHash: Buffer): Promise<KnownSession[]>;
  sessionsOfPerson(account: AccountScope, userID: number): Promise<KnownSession[]>;
  /** Was used in the account, which may be on another shard; that it was used at all is noted in every one of this shard where nobody else is writing it. */
  seen(tokenHash: Buffer, account: AccountScope, now: number, address: string): Promise<void>;
  confirm(tokenHash: Buffer, account: AccountScope, now: number, audit?: AuditEntry): Promise<void>;
  /** In every account of the shard; each is told. Where it cannot be ended in one of them it fails, and has ended in the others that are told. */
  end(
    tokenHash: Buffer,
    told?: readonly { readonly account: AccountScope; readonly audit: AuditEntry }[],
  ): Promise<void>;
  /** Those in this account alone. */
  endIn(account: AccountScope, tokenHashes: readonly Buffer[], audit?: AuditEntry): Promise<void>;
  /** All of the person in this account; how many there were. */
  endOf(account: AccountScope, userID: number, audit?: (ended: number) => AuditEntry): Promise<number>;

  /**
   * One of a kind for each person: those before it are worth nothing any more; where nobody made it, only those that nobody made. Nor is this one where the person is disabled in that very moment, or has
   * another address than it goes to.
   */
  makeLink(link: NewLink, audit?: AuditEntry): Promise<void>;
  link(tokenHash: Buffer): Promise<KnownLink | undefined>;
  /**
   * Uses it up, of the account where it is somebody's, and with a password sets that and ends all that let the person in before, passkeys too, all in one transaction. False where it is
   * unknown, over, or was used, be it at the same moment.
   */
  useLink(
    account: AccountScope | undefined,
    tokenHash: Buffer,
    now: number,
    use: string,
    beside?: { readonly password?: string | undefined; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /** The newest thousand, the oldest of them first. */
  openLinks(account: AccountScope, now: number): Promise<OpenLink[]>;
  withdrawLinks(account: AccountScope, userID: number, audit?: AuditEntry): Promise<number>;

  /** Makes the built-in integration of the account where it is not there yet. */
  ensureIntegration(account: AccountScope, integration: Integration): Promise<void>;
  /** The integration that a subscription of the account belongs to. */
  ownerOf(account: AccountScope, subscriptionID: number): Promise<Integration | undefined>;
  /** The ids of the integrations that have subscriptions, and how many of them are on and off. */
  webhookCounts(account: AccountScope): Promise<ReadonlyMap<string, { on: number; off: number }>>;
  /** Of one integration: what would not be sent any more if it were revoked, counted up to `MOST_WAITING`. */
  waitingDeliveries(account: AccountScope, integrationID: string): Promise<number>;

  /** Adds to what is known of how keys are used. */
  addUse(used: readonly UsedKey[]): Promise<void>;
  /** By integration; `since` in hours since 1970. */
  useOfKeys(account: AccountScope, since: number, id?: string): Promise<ReadonlyMap<string, KeptUse>>;
  /** Of one integration, the hours in which it was used. */
  usageHours(account: AccountScope, integrationID: string, since: number): Promise<UsageHour[]>;

  /** Of what changes nothing, such as a failure. Entries are added, and never changed. */
  audit(account: AccountScope, entry: AuditEntry): Promise<void>;
  auditLog(account: AccountScope, listing: Listing, gone?: AbortSignal): Promise<AuditPage | Problem>;
  /** Forgets what is over: sessions, links, and audit entries from before. Says how many rows that were, at most some thousand. */
  forget(before: {
    sessionsSeen: number;
    sessionsMade: number;
    links: number;
    audit: number;
    usageHour: number;
    ceremonies: number;
  }): Promise<number>;
}
