/** A list that was narrowed is one of the things somebody had open last: under the name of its view, else by what its chips say. */
import { useEffect } from 'react';
import { useMe } from '../../shell/me.ts';
import { addRecentItem } from '../../shell/recent.ts';
import { words } from '../../words/list.ts';
import { listAddress } from '../address.ts';
import type { RecordDisplayContext } from '../data/reading.ts';
import type { TypeDescription } from '../description.ts';
import { typeLabel } from '../labels.ts';
import type { ListQuery } from './chip.ts';
import { chipSentence } from './chip-words.ts';
import { findView } from './view-at.ts';
import { stringifyListQuery } from './write-query.ts';

export function useRecentView(
  account: string,
  type: TypeDescription,
  query: ListQuery,
  reading: RecordDisplayContext,
): void {
  const me = useMe();
  // Not what is being typed into the search.
  const kept = { ...query, search: '', skip: 0 };
  const said = findView(type, kept)?.name ?? kept.chips.map((chip) => chipSentence(type, chip, reading)).join(', ');
  const title = `${typeLabel(type.name)}: ${said}`;
  const to = listAddress(account, type.name, stringifyListQuery(type, kept));
  const isNarrowed = kept.chips.length > 0;
  useEffect(() => {
    if (isNarrowed) addRecentItem(me, { to, title, kind: words.viewKind });
  }, [me, isNarrowed, to, title]);
}
