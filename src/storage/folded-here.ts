/**
 * Addresses in histories and in the audit log are not kept folded. Nearly all of them are ASCII, which a database folds as
 * we do; the few others that a list looks through are found first, folded here and given along with the statement.
 */
import { fold } from '../kernel/fold.ts';
import type { Listing } from '../records/list/plan.ts';
import type { Dialect, Parameters } from './dialect.ts';

/** Holds for texts that a database cannot fold: only ASCII takes one byte a character. */
export const isBeyondAscii = (text: string) => `octet_length(${text}) <> length(${text})`;

/** Whether a list has to know the folded form of one of these fields. */
export function asksFor(fields: readonly string[], { where, order }: Pick<Listing, 'where' | 'order'>): boolean {
  return [...where, ...order].some(({ field }) => fields.includes(field));
}

/** The folded form of a column, `beyondAscii` being all of its texts that are. */
export function foldedSql(
  text: string,
  beyondAscii: readonly string[],
  { lowered, looksUp }: Dialect,
  parameters: Parameters,
): string {
  if (beyondAscii.length === 0) return lowered(text);
  const forms = parameters.add(JSON.stringify(beyondAscii.map((written) => [written, fold(written)])));
  return `coalesce(${looksUp(forms, text)}, ${lowered(text)})`;
}
