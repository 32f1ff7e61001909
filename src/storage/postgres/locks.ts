/** Names of the advisory locks. PostgreSQL identifies a lock by number: the hash of its name. */
import { type Client, type PreparedStatement, queryRows } from './connection.ts';

/**
 * Returns the lock of an account. Every change takes it shared. Freezing or removing the account takes it exclusively,
 * and so waits for changes in progress.
 */
export function accountLock(account: number): string {
  return `mds account ${account}`;
}

/** Returns the lock taken before a record of this type is placed under another. */
export function treeLock(account: number, type: string): string {
  return `mds tree ${account} ${type}`;
}

/**
 * Returns the lock taken to create a subscription: subscriptions of an account are counted and numbered one after
 * another.
 */
export function subscriptionsLock(account: number): string {
  return `mds subscriptions ${account}`;
}

/** Lock for applying a migration, so that several instances can start at once. */
export const MIGRATION_LOCK = 'mds migrations';
/** Lock that every change takes shared. A migration takes it exclusively, and so waits for changes in progress. */
export const SCHEMA_LOCK = 'mds schema';
/** Lock for folding all texts again. */
export const REFOLD_LOCK = 'mds refold';
/** Lock for adding missing fields to documents. */
export const COMPLETE_DOCUMENTS_LOCK = 'mds complete';
/** Lock for adding stamps to documents. */
export const FILL_STAMPS_LOCK = 'mds stamps';
/** Lock for encrypting secrets, the first time or again. */
export const SECRETS_LOCK = 'mds secrets';
/** Lock for deleting old events. A redelivery of an old event takes it shared. */
export const PRUNE_LOCK = 'mds prune';

/** Lock for importing an account. */
export const IMPORT_LOCK = 'mds import';

/**
 * Locks the account exclusively until the commit. Waits for changes in progress; later changes wait for this
 * transaction and see its result.
 */
export async function lockAccount(client: Client, account: number): Promise<void> {
  await lockUntilCommit(client, accountLock(account));
}

/** Locks the account shared until the commit, so that it is neither frozen nor removed. */
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
