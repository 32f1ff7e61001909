/** The advisory locks, by what they protect. PostgreSQL keeps them by number: the hash of the name. */
import { type Client, type PreparedStatement, queryRows } from './connection.ts';

/** Shared by every change of the account; alone for those who freeze or remove it, who so wait for changes under way. */
export function accountLock(account: number): string {
  return `mds account ${account}`;
}

/** Held by whoever hangs a record of this type under another. */
export function treeLock(account: number, type: string): string {
  return `mds tree ${account} ${type}`;
}

/** Held by whoever makes a subscription of the account: they are counted and numbered one after the other. */
export function subscriptionsLock(account: number): string {
  return `mds subscriptions ${account}`;
}

/** Held while a migration is applied, so that several instances can start at once. */
export const MIGRATION_LOCK = 'mds migrations';
/** Shared by every change; alone for whoever applies a migration, who so waits for changes under way. */
export const SCHEMA_LOCK = 'mds schema';
/** Held while all texts are folded anew. */
export const REFOLD_LOCK = 'mds refold';
/** Held while documents get the fields they lack. */
export const COMPLETE_DOCUMENTS_LOCK = 'mds complete';
/** Held while documents get their stamps. */
export const FILL_STAMPS_LOCK = 'mds stamps';
/** Held while secrets are encrypted, or encrypted anew. */
export const SECRETS_LOCK = 'mds secrets';
/** Held while old events are deleted; shared by whoever is about to send one again. */
export const PRUNE_LOCK = 'mds prune';

/** Held while an account is imported. */
export const IMPORT_LOCK = 'mds import';

/** Waits for the changes of the account that are under way; those that come later wait for us, and then see what we did. */
export async function lockAccount(client: Client, account: number): Promise<void> {
  await lockUntilCommit(client, accountLock(account));
}

/** Until we have committed it is neither frozen nor removed. */
export async function lockAccountShared(client: Client, account: number): Promise<void> {
  await lockSharedUntilCommit(client, accountLock(account));
}

export async function lockUntilCommit(client: Client, name: string): Promise<void> {
  await queryRows(client, lock, [name]);
}

export async function lockSharedUntilCommit(client: Client, name: string): Promise<void> {
  await queryRows(client, share, [name]);
}

const lock: PreparedStatement = {
  name: 'lock_until_commit',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
};

const share: PreparedStatement = {
  name: 'share_until_commit',
  text: 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
};
