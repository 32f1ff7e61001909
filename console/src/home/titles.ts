/** What records are called, for the few that a figure names. */
import { useMemo } from 'react';
import { useReading } from '../records/data/reading.ts';
import { useAccount } from '../shell/me.ts';

/** Its ID until it is known. */
export function useTitles(type: string, ids: readonly number[]): (id: number) => string {
  const wanted = ids.join();
  const references = useMemo(
    () => (wanted === '' ? [] : wanted.split(',').map((id) => ({ type, id: Number(id) }))),
    [type, wanted],
  );
  const { nameOf } = useReading(useAccount(), references);
  return (id) => nameOf(type, id) ?? `#${id}`;
}
