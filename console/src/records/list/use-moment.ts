/**
 * The moment that `@now` and `@today` of a list are about: when its filters were asked for, so that its pages and orders fit together. It is
 * kept by the entry of the browser's history, so that whoever comes back finds the rows in memory.
 */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ListQuery } from './chip.ts';

export interface QueryTime {
  readonly now: number;
  /** Takes it anew. */
  readonly refresh: () => void;
}

export function useQueryTime({ chips, search }: Pick<ListQuery, 'chips' | 'search'>): QueryTime {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const filters = JSON.stringify([chips, search]);
  const key = `${entry} ${filters}`;
  const [taken, setTaken] = useState(() => ({ key, filters, now: moments.get(key) ?? Date.now() }));
  const isSame = taken.filters === filters;
  const now = taken.key === key ? taken.now : (moments.get(key) ?? (isSame ? taken.now : Date.now()));
  if (taken.key !== key) setTaken({ key, filters, now });
  useEffect(() => {
    moments.set(key, now);
  }, [key, now]);
  return { now, refresh: () => setTaken({ key, filters, now: Date.now() }) };
}

const moments = new Map<string, number>();
