/** Addresses in histories and in the audit log are not kept folded: a list that compares them has them folded as it looks at them. */
import type { Listing } from '../../records/lists/plan.ts';
import type { SqlParameters } from './dialect.ts';

/** SQL for the folded form of a text, within one statement. */
export type FoldSql = (parameters: SqlParameters) => (text: string) => string;

/** Whether a list has to know the folded form of one of these fields. */
export function usesAnyField(fields: readonly string[], { where, order }: Pick<Listing, 'where' | 'order'>): boolean {
  return [...where, ...order].some(({ field }) => fields.includes(field));
}

/** Holds for texts that a database cannot fold as we do: only ASCII takes one byte a character. */
export const isNonAsciiSql = (text: string) => `octet_length(${text}) <> length(${text})`;
