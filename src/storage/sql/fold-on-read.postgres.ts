/**
 * PostgreSQL folds ASCII as we do, and nearly all addresses are; the few others that a list looks through are found first, folded here
 * and given along with the statement.
 */
import { fold } from '../../lib/fold.ts';
import type { FoldSql } from './fold-on-read.ts';

/** `beyondAscii`: all of the texts that are. */
export function createFoldSql(beyondAscii: readonly string[]): FoldSql {
  return (parameters) => {
    if (beyondAscii.length === 0) return lowered;
    // The parameter itself is jsonb, read once and sought in by halves; a list of rows would be gone through for every one.
    const forms = parameters.add(JSON.stringify(Object.fromEntries(beyondAscii.map((text) => [text, fold(text)]))));
    return (text) => `coalesce((${forms}::jsonb ->> ${text}) COLLATE "C", ${lowered(text)})`;
  };
}

/** By the locale of the database it would be another text, in another order, from one database to the next. */
const lowered = (text: string) => `lower(${text} COLLATE "C")`;
