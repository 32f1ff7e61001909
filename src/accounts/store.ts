/**
 * Storage interface of the account directory: accounts and integrations of one shard. Each storage engine implements
 * it.
 */
import type { AccountScope } from './account.ts';
import type { Integration } from './caller.ts';
import type { Grace, PreviousSecrets } from './previous-secrets.ts';
import type { AuditEntryInput } from './remembered.ts';

/** A stored API key: the public part identifies it, the hashes verify the secret. */
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

/** Account-wide settings, chosen by admins. */
export interface AccountSettings {
  /** An ISO 4217 code. */
  readonly currency: string;
}

/** An account whose import or removal is running or was interrupted. Removal is the only possible operation. */
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

/**
 * Account directory of one shard. An audit entry is written in the transaction of its change, and only if the change is
 * made.
 */
export interface AccountStore {
  /** Creates an account; the currency defaults to DEFAULT_CURRENCY. */
  create(account: { id: string; name: string; createdOn: number; currency?: string }): Promise<AccountScope>;
  find(accountID: string): Promise<AccountScope | undefined>;
  list(): Promise<AccountListing[]>;
  settings(account: AccountScope): Promise<AccountSettings>;
  /** Changes settings. Refused while the account is frozen: the change would be lost when the account moves. */
  changeSettings(account: AccountScope, settings: AccountSettings, audit?: AuditEntryInput): Promise<void>;
  isFrozen(account: AccountScope): Promise<boolean>;
  /**
   * Freezes or thaws the account. Takes effect at once, because each change reads the state in its transaction. Writes
   * no audit entry if the state stays the same.
   */
  setFrozen(account: AccountScope, frozen: boolean, audit?: AuditEntryInput): Promise<void>;
  /**
   * Removes the account and all its data. Freezes it first, with an audit entry: if the removal fails, the account
   * stays frozen.
   */
  remove(account: AccountScope, audit?: AuditEntryInput): Promise<void>;
  /** Returns the partial accounts, which `find` does not return. */
  parts(): Promise<AccountPart[]>;
  /** Removes a partial account; returns false if it no longer exists or is complete by now. */
  removePart(part: AccountPart): Promise<boolean>;
  /**
   * Records the ids of accounts under construction: from before their first data is written until they are complete.
   */
  noteInTheMaking(accountIDs: readonly string[]): Promise<void>;
  inTheMaking(): Promise<string[]>;

  credential(apiKey: string): Promise<Credential | undefined>;
  /**
   * Calls the listener after any change to an integration or account of this shard, on any instance; cached data is
   * then stale.
   */
  onChanged(listener: () => void): void;
  /** Creates an integration; returns false if the id exists. */
  createIntegration(account: AccountScope, integration: NewIntegration, audit?: AuditEntryInput): Promise<boolean>;
  /**
   * Returns one integration by id. Without an id: all active ones, the most recently revoked ones, and all that still
   * have webhooks.
   */
  integrations(account: AccountScope, id?: string): Promise<IntegrationListing[]>;
  /**
   * Revokes the key and deactivates its subscriptions with the reason, in one transaction. Returns false if the key
   * does not exist.
   */
  revoke(
    account: AccountScope,
    integrationID: string,
    at: number,
    reason: string,
    audit?: AuditEntryInput,
  ): Promise<boolean>;
  /**
   * Replaces the secret and resets the usage counts of the previous secrets; returns the previous secrets. Undefined if
   * the key does not exist or is revoked.
   */
  rotate(
    account: AccountScope,
    integrationID: string,
    secretHash: Buffer,
    grace: Grace,
    audit?: AuditEntryInput,
  ): Promise<PreviousSecrets | undefined>;
  /** Invalidates the secrets from before the last rotation. Returns false if the key does not exist. */
  endGrace(account: AccountScope, integrationID: string, audit?: AuditEntryInput): Promise<boolean>;
  /**
   * Returns up to `most` active admins of the account, oldest first; with `email`, only the one with this address.
   * Returns the invited admins while there is no active one.
   */
  admins(account: AccountScope, most: number, email?: string): Promise<AdminContact[]>;
}

/** Contact data of an admin: the address for email and programs, the name for people. */
export interface AdminContact {
  readonly email: string;
  readonly name: string;
}
