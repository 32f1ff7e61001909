/** What records are called, for the few that a figure names. */
import { useMemo } from 'react';
import { useDisplayContext } from '../records/data/reading.ts';
import { useAccount } from '../shell/me.ts';

/** Its ID until it is known. */
export function useRecordTitles(type: string, ids: readonly number[]): (id: number) => string {
  const wanted = ids.join();
  const references = useMemo(
    () => (wanted === '' ? [] : wanted.split(',').map((id) => ({ type, id: Number(id) }))),
    [type, wanted],
  );
  const { nameOf } = useDisplayContext(useAccount(), references);
  return (id) => nameOf(type, id) ?? `#${id}`;
}
