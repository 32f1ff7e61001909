/** What a query means at a moment, for this person. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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
}

export function useResolved(account: string, type: TypeDescription, query: ListQuery, now: number): Resolved {
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
  const mine = employee.data?.[0]?.ID;
  const resolved = useMemo(
    () => resolve(type, query, { now, timeZone, me: (to) => (to === 'Users' ? me : mine) }),
    [type, query, now, timeZone, me, mine],
  );
  return { query: resolved, isKnown: !isAboutMe || !employee.isPending };
}

function namesMe(chip: Chip): boolean {
  return (chip.is === 'any' || chip.is === 'none') && chip.values.some((value) => value?.toLowerCase() === '@me');
}
