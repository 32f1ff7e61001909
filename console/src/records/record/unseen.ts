import { words } from '../../words/unseen.ts';
import type { TypeDescription } from '../description.ts';

/** In which lists of others a record may stand, in a sentence: no filter reaches into them, so nobody knows. */
export function unsearchableReferencesText(types: readonly TypeDescription[], to: string): string | undefined {
  const lists = types.flatMap(({ fields, plural }) =>
    fields.filter(({ items }) => items?.some((item) => item.to === to)).map(({ name }) => words.listOf(name, plural)),
  );
  return lists.length === 0 ? undefined : words.mayStandIn(lists.join(words.and));
}
