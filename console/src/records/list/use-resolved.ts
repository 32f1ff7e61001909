/** Resolves a query's relative values for a moment and the current user. */
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
  /** False until the user's employee record ("me") is known. */
  readonly isKnown: boolean;
}

export function useResolvedQuery(type: TypeDescription, query: ListQuery, now: number): ResolvedQuery {
  const { timeZone } = useTimeSettings();
  const me = useMe();
  const isAboutMe = query.chips.some((chip) => namesMe(chip));
  const employee = useQuery({
    ...employeeQuery(me),
    enabled: isAboutMe,
    // Retries, because without an answer no record would match `@me`.
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
