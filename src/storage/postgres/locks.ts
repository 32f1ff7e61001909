/** The advisory locks, by what they protect. PostgreSQL keeps them by number: the hash of the name. */

/** Shared by every change of the account; alone for those who freeze or remove it, who so wait for changes under way. */
export function accountLock(account: number): string {
  return `mds account ${account}`;
}

/** Held by whoever hangs a record of this type under another. */
export function treeLock(account: number, type: string): string {
  return `mds tree ${account} ${type}`;
}

/** Held while a migration is applied, so that several instances can start at once. */
export const MIGRATION_LOCK = 'mds migrations';
