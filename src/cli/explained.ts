/** Explains a failure to the user who typed the command. */
import { Unanswerable } from '../problems.ts';
import { SettingsError } from '../settings.ts';
import { RETRY_SAFELY_HINT } from '../storage/sql/database-problems.ts';
import { StorageError } from '../storage/storage-error.ts';
import { CommandFailure } from './command.ts';

const LOOK_FIRST = 'Look whether it was made before you run it again.';

/** Returns what the user can do about the error or, for a fault of the program, where in the code it occurred. */
export async function explained(error: unknown): Promise<string> {
  if (!isExpected(error)) return whereItWas(error);
  const said = error.message.replace(RETRY_SAFELY_HINT, LOOK_FIRST);
  const { cause } = error;
  // The next step may be known even if the program is at fault.
  const isOfFault = error instanceof CommandFailure && cause instanceof Error && !isExpected(cause);
  return isOfFault ? `${said}\n${await whereItWas(cause)}` : said;
}

function isExpected(error: unknown): error is Error {
  return [CommandFailure, SettingsError, StorageError, Unanswerable].some((kind) => error instanceof kind);
}

async function whereItWas(error: unknown): Promise<string> {
  const { diskTrouble } = await import('./disk-trouble.ts');
  return diskTrouble(error) ?? (error as Error).stack ?? String(error);
}
