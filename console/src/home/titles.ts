/** Titles of the records that a figure refers to. */
import { useMemo } from 'react';
import { useDisplayContext } from '../records/data/reading.ts';
import { useAccount } from '../shell/me.ts';

/** Returns a record's title, or its ID until the title is known. */
export function useRecordTitles(type: string, ids: readonly number[]): (id: number) => string {
  const wanted = ids.join();
  const references = useMemo(
    () => (wanted === '' ? [] : wanted.split(',').map((id) => ({ type, id: Number(id) }))),
    [type, wanted],
  );
  const { nameOf } = useDisplayContext(useAccount(), references);
  return (id) => nameOf(type, id) ?? `#${id}`;
}
