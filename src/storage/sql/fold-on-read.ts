/**
 * Folds texts at read time. Addresses in histories and in the audit log are not stored folded, so a list that compares
 * them folds them as it scans.
 */
import type { Listing } from '../../records/lists/plan.ts';
import type { SqlParameters } from './dialect.ts';

/** Returns SQL for the folded form of a text, within one statement. */
export type FoldSql = (parameters: SqlParameters) => (text: string) => string;

/** True if the list filters or sorts by one of these fields, and so needs its folded form. */
export function usesAnyField(fields: readonly string[], { where, order }: Pick<Listing, 'where' | 'order'>): boolean {
  return [...where, ...order].some(({ field }) => fields.includes(field));
}

/** Returns SQL that is true for texts that a database cannot fold as we do. Only ASCII takes one byte per character. */
export const isNonAsciiSql = (text: string) => `octet_length(${text}) <> length(${text})`;
