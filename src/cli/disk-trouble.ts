/**
 * Explains errors caused by the state of a disk or by its permissions, not by the program: where the error is, and what
 * to do.
 */
import { SQLITE_CODE, sqliteCodeOf } from '../storage/sqlite/failures.ts';

/** Returns the explanation, or undefined for any other error. */
export function diskTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  const help = ofDatabase[sqliteCodeOf(error) ?? -1] ?? (path === undefined ? ofOutput : ofFile)[code ?? ''];
  return help && `${path === undefined ? '' : `${path}: `}${help} (${error.message})`;
}

const FULL = 'The disk is full. Make room on it, and run this again.';

const ofDatabase: Readonly<Record<number, string>> = {
  [SQLITE_CODE.FULL]: FULL,
  [SQLITE_CODE.READONLY]:
    'The database cannot be written to. Run this as the user of the service, and see that the disk is not read-only.',
  [SQLITE_CODE.CANTOPEN]:
    'A file beside the database cannot be opened. Run this as the user of the service, and see that the disk is not read-only.',
  [SQLITE_CODE.IOERR]:
    'The disk of the database reports an error. See that it is whole and not full, and run this again.',
};

const ofOutput: Readonly<Record<string, string>> = { ENOSPC: FULL, EDQUOT: FULL };

const ofFile: Readonly<Record<string, string>> = {
  ...ofOutput,
  EROFS: 'The disk is read-only. Nothing can be written there.',
  EACCES: 'This user may not write or read there. Run this as the user of the service, or name another place.',
  EPERM: 'This user may not write or read there. Run this as the user of the service, or name another place.',
};
