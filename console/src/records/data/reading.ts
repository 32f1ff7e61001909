/** Display settings of the user (language, time zone) and the titles of referenced records. */
import { useMemo } from 'react';
import { useTimeSettings } from '../../parts/times.ts';
import type { DisplayContext } from '../values.ts';
import { type RecordNames, type RecordPointer, useRecordNames } from './names.ts';

export interface RecordDisplayContext extends DisplayContext {
  readonly names: RecordNames;
}

export function useDisplayContext(account: string, references: readonly RecordPointer[] = NONE): RecordDisplayContext {
  const { locale, timeZone } = useTimeSettings();
  const names = useRecordNames(account, references);
  return useMemo(
    () => ({ locale, timeZone, names, nameOf: (type, id) => names.find(type, id)?.title }),
    [locale, timeZone, names],
  );
}
const NONE: readonly RecordPointer[] = [];
