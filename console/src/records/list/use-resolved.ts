/** What a query means at a moment, for this person. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { employeeQuery } from '../../api/queries.ts';
import { useTimeSettings } from '../../parts/times.ts';
import { useMe } from '../../shell/me.ts';
import type { TypeDescription } from '../description.ts';
import type { FilterChip, ListQuery } from './chip.ts';
import { resolveRelativeValues } from './relative.ts';

export interface ResolvedQuery {
  readonly query: ListQuery;
  /** False while it is not known who "me" is among the employees. */
  readonly isKnown: boolean;
}

export function useResolvedQuery(type: TypeDescription, query: ListQuery, now: number): ResolvedQuery {
  const { timeZone } = useTimeSettings();
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
    () => resolveRelativeValues(type, query, { now, timeZone, me: (to) => (to === 'Users' ? user : mine) }),
    [type, query, now, timeZone, user, mine],
  );
  return { query: resolved, isKnown: !isAboutMe || !employee.isPending };
}

function namesMe(chip: FilterChip): boolean {
  return (chip.is === 'any' || chip.is === 'none') && chip.values.some((value) => value?.toLowerCase() === '@me');
}
