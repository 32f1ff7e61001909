/** The memory of the console: what was read, by key. The first part of a key is the account, so that no account sees what another one read. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { read } from './ask.ts';
import type { Me, Session } from './people.ts';
import type { Problem } from './problem.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem;
  }
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What passes by itself is counted down where it is shown, and asked again from there.
        retry: false,
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        throwOnError: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: read<Session>('/Session', { open: true }),
  staleTime: 60_000,
});

/** Whether the service still waits for its first account. */
export const firstRunQuery = queryOptions({
  queryKey: ['first run'],
  queryFn: read<{ readonly needed: boolean }>('/Setup', { open: true }),
});

export function meQuery(account: string) {
  return queryOptions({ queryKey: [account, 'Me'], queryFn: read<Me>(`/${account}/Me`), staleTime: 60_000 });
}
