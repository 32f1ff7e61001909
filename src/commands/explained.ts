/** What a failure means to the person who typed the command. */
import { Unanswerable } from '../problems.ts';
import { SettingsError } from '../settings.ts';
import { REPEAT_SAFELY } from '../storage/refusals.ts';
import { StorageError } from '../storage/storage-error.ts';
import { CommandFailure } from './command.ts';

const LOOK_FIRST = 'Look whether it was made before you run it again.';

/** Where the person at the terminal can do something about it, what that is; where the program is at fault, where it was. */
export async function explained(error: unknown): Promise<string> {
  const expected = [CommandFailure, SettingsError, StorageError, Unanswerable].some((kind) => error instanceof kind);
  if (expected) return (error as Error).message.replace(REPEAT_SAFELY, LOOK_FIRST);
  const { diskTrouble } = await import('./disk-trouble.ts');
  return diskTrouble(error) ?? (error as Error).stack ?? String(error);
}
