/** Count of pending proposals. It is a separate module, because the navigation of every page shows it. */
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/ask.ts';
import { Problem } from '../api/problem.ts';

export function pendingApprovalsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Proposals waiting'],
    queryFn: async ({ signal }): Promise<number> => {
      const reply = await callApi('GET', `/${account}/Proposals?state=pending&take=0&count=true`, { signal });
      if (reply instanceof Problem) throw reply;
      return parseTotalCount(reply.headers);
    },
    refetchInterval: 15_000,
  });
}

export function parseTotalCount(headers: Headers): number {
  return Number(headers.get('x-total-count') ?? 0);
}
