/**
 * What a query means now, for this person. The moment is taken when the query is asked, so that pages of one list fit together; and it is kept
 * by the entry of the browser's history, so that whoever comes back finds the rows in memory.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { read } from '../../api/ask.ts';
import { useTimes } from '../../parts/times.ts';
import { useMe } from '../../shell/me.ts';
import type { TypeDescription } from '../description.ts';
import type { Chip, ListQuery } from './chip.ts';
import { resolve } from './relative.ts';

export interface Resolved {
  readonly query: ListQuery;
  /** False while it is not known who "me" is among the employees. */
  readonly isKnown: boolean;
  readonly now: number;
  /** Takes the moment anew. */
  readonly refresh: () => void;
}

export function useResolved(account: string, type: TypeDescription, query: ListQuery): Resolved {
  const { timeZone } = useTimes();
  const me = useMe().person.id;
  const isAboutMe = query.chips.some((chip) => namesMe(chip));
  const employee = useQuery({
    queryKey: [account, 'Employees', 'mine', me],
    queryFn: read<readonly { readonly ID: number }[]>(`/${account}/Employees?UserID=${me}&take=1&fields=ID`),
    enabled: isAboutMe,
    staleTime: 5 * 60_000,
    // Without an answer nothing would be theirs.
    retry: (_, { isFinal }) => !isFinal,
  });
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [now, setNow] = useState(() => moments.get(entry) ?? Date.now());
  useEffect(() => {
    moments.set(entry, now);
  }, [entry, now]);
  const mine = employee.data?.[0]?.ID;
  const resolved = useMemo(
    () => resolve(type, query, { now, timeZone, me: (to) => (to === 'Users' ? me : mine) }),
    [type, query, now, timeZone, me, mine],
  );
  return { query: resolved, isKnown: !isAboutMe || !employee.isPending, now, refresh: () => setNow(Date.now()) };
}

const moments = new Map<string, number>();

function namesMe(chip: Chip): boolean {
  return (chip.is === 'any' || chip.is === 'none') && chip.values.some((value) => value?.toLowerCase() === '@me');
}
