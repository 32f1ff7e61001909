/**
 * An account of which only a part is there, because it is being imported or removed or because that was cut off, bears its id behind a
 * word and a colon. No account's own id holds one: whoever looks for accounts does not find it, so it cannot be thawed, frozen, exported
 * or written to.
 */
import type { AccountPart } from '../../accounts/store.ts';
import { tryAcquireLock } from '../sqlite/server-lock.ts';
import { StorageError } from '../storage-error.ts';

export const PARTIAL_ID_PREFIXES: Readonly<Record<AccountPart['partly'], string>> = {
  imported: 'importing:',
  removed: 'removing:',
};

/** For a WHERE over accounts. */
export const IS_COMPLETE_ACCOUNT_SQL = `id NOT LIKE '%:%'`;
export const IS_PARTIAL_ACCOUNT_SQL = `id LIKE '%:%'`;

export function parsePartialAccountID(id: string): Pick<AccountPart, 'accountID' | 'partly'> {
  const partly = id.startsWith(PARTIAL_ID_PREFIXES.imported) ? 'imported' : 'removed';
  return { accountID: id.slice(PARTIAL_ID_PREFIXES[partly].length), partly };
}

/** Nobody imports while this works: what bears the word of an import was left by one that has died. */
export async function withImportLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = tryAcquireLock(file, 'import', 0);
  if (lock === undefined) throw new StorageError(`Another import into ${file} is under way. Wait for its end.`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
