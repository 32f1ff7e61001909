/** Display context for history entries, with the titles of all referenced records. */
import { useMemo } from 'react';
import { findReferences, type RecordPointer } from '../data/names.ts';
import { type RecordDisplayContext, useDisplayContext } from '../data/reading.ts';
import type { TypeDescription } from '../description.ts';
import type { HistoryEntry } from './history-lines.ts';

export function useHistoryDisplayContext(
  account: string,
  type: TypeDescription,
  entries: readonly HistoryEntry[] | undefined,
): RecordDisplayContext {
  const references = useMemo(() => (entries ?? []).flatMap((entry) => referencesOf(type, entry)), [type, entries]);
  return useDisplayContext(account, references);
}

function referencesOf(type: TypeDescription, { changed }: HistoryEntry): RecordPointer[] {
  return (changed ?? []).flatMap(({ field, from = null, to = null }) =>
    findReferences(type, [{ [field]: from }, { [field]: to }], [field]),
  );
}
