/**
 * Folds texts at read time on PostgreSQL, which folds ASCII as we do. Nearly all addresses are ASCII. The few others
 * that a list scans are found first, folded here and passed along with the statement.
 */
import { fold } from '../../lib/fold.ts';
import type { FoldSql } from './fold-on-read.ts';

/** Returns SQL that folds texts. `beyondAscii`: all texts in question that contain other characters than ASCII. */
export function createFoldSql(beyondAscii: readonly string[]): FoldSql {
  return (parameters) => {
    if (beyondAscii.length === 0) return lowered;
    // The parameter is jsonb, parsed once and searched by bisection. A list of rows would be scanned for every text.
    const forms = parameters.add(JSON.stringify(Object.fromEntries(beyondAscii.map((text) => [text, fold(text)]))));
    return (text) => `coalesce((${forms}::jsonb ->> ${text}) COLLATE "C", ${lowered(text)})`;
  };
}

/**
 * Folds ASCII with the collation "C". The locale of the database could give other texts, in another order, in each
 * database.
 */
const lowered = (text: string) => `lower(${text} COLLATE "C")`;
