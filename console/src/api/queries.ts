/** The memory of the console: what was read, by key. The first part of a key is the account, so that no account sees what another one read. */
import { type InvalidateQueryFilters, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { createQueryFn } from './ask.ts';
import type { Me, Session } from './people.ts';
import type { Problem } from './problem.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem;
  }
}

/**
 * Query client that also repeats running first requests on invalidation: their answer may be older than the change that
 * caused it.
 */
class Memory extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters);
    await Promise.all(first.map(({ queryKey }) => super.invalidateQueries({ ...filters, queryKey, exact: true })));
  }
}

export function createQueryClient(): QueryClient {
  const waiting = new Set<string>();
  const memory: QueryClient = new Memory({
    queryCache: new QueryCache({
      onError(problem, query) {
        const { queryKey, queryHash, state } = query;
        // The page of whoever was in before is loaded anew; until then it stays theirs, and goes on saying so.
        if (state.data === undefined || problem.code === 'somebody_else') return;
        // Whoever may not read it any more, or finds it gone, is told so in its place.
        if (problem.isFinal) return query.setState({ data: undefined });
        // What was read before is still shown, and no problem that would ask again. That there is no connection is found out for all at once.
        if (problem.status === 0 || waiting.has(queryHash)) return;
        waiting.add(queryHash);
        setTimeout(() => {
          waiting.delete(queryHash);
          void memory.refetchQueries({ queryKey, exact: true, type: 'active' });
        }, problem.wait * 1_000);
      },
    }),
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
  return memory;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: createQueryFn<Session>('/Session', { open: true }),
  staleTime: 60_000,
});

/** Checks whether the service still has no account. */
export const firstRunQuery = queryOptions({
  queryKey: ['first run'],
  queryFn: createQueryFn<{ readonly needed: boolean }>('/Setup', { open: true }),
});

export function meQuery(account: string) {
  return queryOptions({ queryKey: [account, 'Me'], queryFn: createQueryFn<Me>(`/${account}/Me`), staleTime: 60_000 });
}

/** The employee that a person is: by the user record, else by the e-mail address. Null where there is none. */
export function employeeQuery({ account, person }: Pick<Me, 'account' | 'person'>) {
  return queryOptions({
    queryKey: [account.id, 'Employees', 'me', person.id],
    staleTime: 300_000,
    queryFn: async (context) => {
      const by = (field: string, value: string) => {
        const query = new URLSearchParams({ [field]: value, take: '1', fields: 'ID' });
        return createQueryFn<readonly { readonly ID: number }[]>(`/${account.id}/Employees?${query}`)(context);
      };
      const [known] = await by('UserID', String(person.id));
      return (known ?? (await by('Email', person.email))[0])?.ID ?? null;
    },
  });
}
