/** The port of the account directory: accounts and integrations of one shard. Each storage engine implements it. */
import type { AccountScope } from './account.ts';
import type { Integration } from './caller.ts';
import type { Grace, PreviousSecrets } from './previous-secrets.ts';
import type { AuditEntryInput } from './remembered.ts';

/** An API key as it is stored: the public part finds it, the hashes prove the secret. */
export interface Credential {
  readonly account: AccountScope;
  readonly integration: Integration;
  readonly secretHash: Buffer;
  readonly previousSecrets: PreviousSecrets;
  readonly revoked: boolean;
}

export interface AccountListing {
  readonly accountID: string;
  readonly shardID: string;
  readonly name: string;
  readonly createdOn: number;
  readonly frozen: boolean;
  readonly currency: string;
}

/** What admins choose for the whole account. */
export interface AccountSettings {
  /** An ISO 4217 code. */
  readonly currency: string;
}

/** Of an account that is being imported or removed, or where that was cut off. All that can be done with it is to remove it. */
export interface AccountPart extends AccountListing {
  readonly partly: 'imported' | 'removed';
}

export interface IntegrationListing extends Integration {
  readonly apiKey: string;
  readonly revokedOn: number | null;
}

export interface NewIntegration extends Integration {
  readonly apiKey: string;
  readonly secretHash: Buffer;
}

/** What the audit log is to be told of a change is written in its transaction, and only if it is made. */
export interface AccountStore {
  /** Without a currency it has DEFAULT_CURRENCY. */
  create(account: { id: string; name: string; createdOn: number; currency?: string }): Promise<AccountScope>;
  find(accountID: string): Promise<AccountScope | undefined>;
  list(): Promise<AccountListing[]>;
  settings(account: AccountScope): Promise<AccountSettings>;
  /** Refused while the account is frozen: it would stay behind when the account moves. */
  changeSettings(account: AccountScope, settings: AccountSettings, audit?: AuditEntryInput): Promise<void>;
  isFrozen(account: AccountScope): Promise<boolean>;
  /** Freezing takes effect on changes at once: it is read in their transaction. Where it is so already nothing is told. */
  setFrozen(account: AccountScope, frozen: boolean, audit?: AuditEntryInput): Promise<void>;
  /** Removes the account with everything it holds. Where it is frozen before, that is told: a removal that fails leaves it so. */
  remove(account: AccountScope, audit?: AuditEntryInput): Promise<void>;
  /** What is here of accounts that nobody finds, because only a part of each is. */
  parts(): Promise<AccountPart[]>;
  /** False where it is no such part any more: it is gone, or whole by now. */
  removePart(part: AccountPart): Promise<boolean>;
  /** The ids of accounts that somebody makes with all they hold: noted before there is any of them, and until they are whole. */
  noteInTheMaking(accountIDs: readonly string[]): Promise<void>;
  inTheMaking(): Promise<string[]>;

  credential(apiKey: string): Promise<Credential | undefined>;
  /** Calls back after any integration or account of this shard has changed, here or elsewhere; what was cached is stale. */
  onChanged(listener: () => void): void;
  /** False: there is one of that id. */
  createIntegration(account: AccountScope, integration: NewIntegration, audit?: AuditEntryInput): Promise<boolean>;
  /** One of them; else all that work, and of those that were revoked the last, and whoever still has webhooks. */
  integrations(account: AccountScope, id?: string): Promise<IntegrationListing[]>;
  /** Switches the key off and deactivates its subscriptions with the reason, in one transaction. False: no such key. */
  revoke(
    account: AccountScope,
    integrationID: string,
    at: number,
    reason: string,
    audit?: AuditEntryInput,
  ): Promise<boolean>;
  /** The secrets before it; how often they are used is counted anew. Undefined: no such key, or a revoked one. */
  rotate(
    account: AccountScope,
    integrationID: string,
    secretHash: Buffer,
    grace: Grace,
    audit?: AuditEntryInput,
  ): Promise<PreviousSecrets | undefined>;
  /** The secrets before the last rotation are worth nothing any more. False: no such key. */
  endGrace(account: AccountScope, integrationID: string, audit?: AuditEntryInput): Promise<boolean>;
  /**
   * The active admins of the account, oldest first, so many of them at most: of all, or of whoever has the address. Until somebody is one, those
   * who are invited to be.
   */
  admins(account: AccountScope, most: number, email?: string): Promise<AdminContact[]>;
}

/** By which letters and programs know an admin, and by which people do. */
export interface AdminContact {
  readonly email: string;
  readonly name: string;
}
