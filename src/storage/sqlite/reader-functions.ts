/** SQL functions of the reader threads. A call takes 0.1 µs, as much as SQLite needs for a row of an index. */
import type { DatabaseSync } from 'node:sqlite';
import { contains, createNeedle, type Needle } from '../../lib/contains.ts';
import { fold } from '../../lib/fold.ts';

/** () -> 1; throws, and so ends the statement, once the job is cancelled. */
export const CANCELLATION_FUNCTION = 'still_wanted';
/** (text, needle) -> whether the text contains the needle; null for null. */
export const CONTAINS_FUNCTION = 'contains_text';
/** (text) -> its folded form; null for null. */
export const FOLD_FUNCTION = 'folded_text';

/**
 * Thrown from an SQL function to end its statement: Node.js can neither interrupt a statement nor observe its progress.
 */
export class StatementCancelledError extends Error {}

export function addReaderFunctions(db: DatabaseSync, isWanted: () => boolean): void {
  db.function(CANCELLATION_FUNCTION, () => {
    if (!isWanted()) throw new StatementCancelledError('The statement is no longer wanted');
    return 1;
  });
  let needle: Needle = createNeedle('');
  db.function(CONTAINS_FUNCTION, { deterministic: true }, (text, sought) => {
    if (text === null) return null;
    if (needle.text !== sought) needle = createNeedle(sought as string);
    return contains(text as string, needle) ? 1 : 0;
  });
  db.function(FOLD_FUNCTION, { deterministic: true }, (text) => (text === null ? null : fold(text as string)));
}
