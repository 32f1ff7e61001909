/** What a query means at a moment, for this person. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { employeeQuery } from '../../api/queries.ts';
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

export function useResolved(type: TypeDescription, query: ListQuery, now: number): Resolved {
  const { timeZone } = useTimes();
  const me = useMe();
  const isAboutMe = query.chips.some((chip) => namesMe(chip));
  const employee = useQuery({
    ...employeeQuery(me),
    enabled: isAboutMe,
    // Without an answer nothing would be theirs.
    retry: (_, { isFinal }) => !isFinal,
  });
  const [user, mine] = [me.person.id, employee.data ?? undefined];
  const resolved = useMemo(
    () => resolve(type, query, { now, timeZone, me: (to) => (to === 'Users' ? user : mine) }),
    [type, query, now, timeZone, user, mine],
  );
  return { query: resolved, isKnown: !isAboutMe || !employee.isPending };
}

function namesMe(chip: Chip): boolean {
  return (chip.is === 'any' || chip.is === 'none') && chip.values.some((value) => value?.toLowerCase() === '@me');
}
