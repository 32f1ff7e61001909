/**
 * Marks incomplete accounts: those being imported or removed, or left by an interrupted import or removal. Their id has
 * a prefix of a word and a colon. No real account id contains a colon, so lookups do not find them. They cannot be
 * frozen, unfrozen, exported or written to.
 */
import type { AccountPart } from '../../accounts/store.ts';
import { tryAcquireLock } from '../sqlite/server-lock.ts';
import { StorageError } from '../storage-error.ts';

export const PARTIAL_ID_PREFIXES: Readonly<Record<AccountPart['partly'], string>> = {
  imported: 'importing:',
  removed: 'removing:',
};

/** Condition on accounts, for a WHERE clause. */
export const IS_COMPLETE_ACCOUNT_SQL = `id NOT LIKE '%:%'`;
export const IS_PARTIAL_ACCOUNT_SQL = `id LIKE '%:%'`;

export function parsePartialAccountID(id: string): Pick<AccountPart, 'accountID' | 'partly'> {
  const partly = id.startsWith(PARTIAL_ID_PREFIXES.imported) ? 'imported' : 'removed';
  return { accountID: id.slice(PARTIAL_ID_PREFIXES[partly].length), partly };
}

/**
 * Runs the work under the import lock. No import runs at that time, so accounts marked as imported were left by a
 * process that died.
 */
export async function withImportLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = tryAcquireLock(file, 'import', 0);
  if (lock === undefined) throw new StorageError(`Another import into ${file} is under way. Wait for its end.`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
