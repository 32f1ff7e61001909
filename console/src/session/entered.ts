/** Completes a sign-in and clears all cached data of the previous user. */
import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '../api/people.ts';
import { sessionQuery } from '../api/queries.ts';
import { useNavigateTo } from '../parts/Link.tsx';

/** `to`: where to; without it to the one account, or the choice of them. */
export function useCompleteSignIn(): (session: Session, to?: string) => void {
  const queries = useQueryClient();
  const go = useNavigateTo();
  return (session, to) => {
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, session);
    const only = session.accounts.length === 1 ? `/${session.accounts[0]!.id}` : '/';
    go(to ?? only, { replace: true });
  };
}
