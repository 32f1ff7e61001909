/** How the person reads: language, time zone, and what records are called. */
import { useMemo } from 'react';
import { useTimes } from '../../parts/times.ts';
import type { Reading } from '../values.ts';
import { type Names, type Reference, useNames } from './names.ts';

export interface FullReading extends Reading {
  readonly names: Names;
}

export function useReading(account: string, references: readonly Reference[] = NONE): FullReading {
  const { locale, timeZone } = useTimes();
  const names = useNames(account, references);
  return useMemo(
    () => ({ locale, timeZone, names, nameOf: (type, id) => names.find(type, id)?.title }),
    [locale, timeZone, names],
  );
}
const NONE: readonly Reference[] = [];
