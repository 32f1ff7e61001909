/** One record that a webhook is narrowed to, found by its name on the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/ask.ts';
import { Select, TextInput } from '../parts/Input.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { singularOf } from './describe.ts';
import layout from './layout.module.css';
import { useTitles } from './titles.ts';

export interface FilterPickerProps {
  /** `Boards` */
  readonly type: string;
  readonly value: number | null;
  readonly onValue: (id: number | null) => void;
}

const MOST = 20;

export function FilterPicker({ type, value, onValue }: FilterPickerProps) {
  const account = useAccount();
  const [sought, setSought] = useState('');
  const asked = usePaused(sought.trim(), 200);
  const found = useQuery({
    queryKey: [account, type, 'found', asked],
    queryFn: read<readonly { readonly ID: number; readonly Name: string }[]>(
      `/${account}/${type}?take=${MOST}&fields=ID,Name&orderby=Name${asked === '' ? '' : `&search=${encodeURIComponent(asked)}`}`,
    ),
    placeholderData: keepPreviousData,
  });
  const chosen = useTitles(type, value === null ? [] : [value])[value ?? 0]?.title;
  const kind = singularOf(type);
  const rows = (found.data ?? []).map(({ ID, Name }) => ({ value: String(ID), label: Name }));
  const isListed = value === null || rows.some((row) => row.value === String(value));
  const isLong = rows.length >= MOST || sought !== '';
  return (
    <div className={layout.ends}>
      {isLong && (
        <div className={layout.find}>
          <TextInput label={words.form.findFilter(kind)} type="search" value={sought} onValue={setSought} />
        </div>
      )}
      <Select
        label={words.form.narrowed(kind)}
        value={value === null ? '' : String(value)}
        onValue={(id) => onValue(id === '' ? null : Number(id))}
        choices={[
          { value: '', label: words.form.everything(kind) },
          ...(isListed ? [] : [{ value: String(value), label: chosen ?? String(value) }]),
          ...rows,
        ]}
      />
    </div>
  );
}

/** The newest value, once nothing has changed for so long. */
export function usePaused<Value>(value: Value, ms: number): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}
