import { words } from '../../words/unseen.ts';
import type { TypeDescription } from '../description.ts';

/**
 * Returns a sentence that names the lists that may contain the record. No filter searches inside lists, so it is
 * unknown whether they do.
 */
export function unsearchableReferencesText(types: readonly TypeDescription[], to: string): string | undefined {
  const lists = types.flatMap(({ fields, plural }) =>
    fields.filter(({ items }) => items?.some((item) => item.to === to)).map(({ name }) => words.listOf(name, plural)),
  );
  return lists.length === 0 ? undefined : words.mayStandIn(lists.join(words.and));
}
