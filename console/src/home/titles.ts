/** What records are called, for the few that a figure names. */
import { useQuery } from '@tanstack/react-query';
import { make } from '../api/ask.ts';
import { useAccount } from '../shell/me.ts';

type Titles = Readonly<Record<string, { readonly title: string; readonly deleted: boolean }>>;

/** Its ID until it is known. */
export function useTitles(type: string, ids: readonly number[]): (id: number) => string {
  const account = useAccount();
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: [account, 'Names', type, sorted],
    queryFn: () => make<Readonly<Record<string, Titles>>>('POST', `/${account}/Names`, { [type]: sorted }),
    enabled: sorted.length > 0,
    staleTime: 300_000,
    placeholderData: (before) => before,
  });
  return (id) => data?.[type]?.[String(id)]?.title ?? `#${id}`;
}
