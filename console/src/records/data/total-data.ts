/** Count of matching records. It is cached for a minute, because counting reads every match. */
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';

/** Counts the records that match `filters`, which is a query string as in a list's address. */
export function countQuery(account: string, type: string, filters: string, enabled = true) {
  return queryOptions({
    queryKey: [account, type, 'total', filters],
    queryFn: async ({ signal }): Promise<number> => {
      const path = `/${account}/${type}?${filters}${filters === '' ? '' : '&'}take=0&count=true`;
      const reply = await callApi('GET', path, { signal });
      if (reply instanceof Problem) throw reply;
      return Number(reply.headers.get('x-total-count'));
    },
    enabled,
    staleTime: 60_000,
  });
}
