/** How entries of a history are read: with the names of all that they refer to. */
import { useMemo } from 'react';
import { type Reference, referencesIn } from '../data/names.ts';
import { type FullReading, useReading } from '../data/reading.ts';
import type { TypeDescription } from '../description.ts';
import type { HistoryEntry } from './history-lines.ts';

export function useHistoryReading(
  account: string,
  type: TypeDescription,
  entries: readonly HistoryEntry[] | undefined,
): FullReading {
  const references = useMemo(() => (entries ?? []).flatMap((entry) => referencesOf(type, entry)), [type, entries]);
  return useReading(account, references);
}

function referencesOf(type: TypeDescription, { changed }: HistoryEntry): Reference[] {
  return (changed ?? []).flatMap(({ field, from = null, to = null }) =>
    referencesIn(type, [{ [field]: from }, { [field]: to }], [field]),
  );
}
