/** Record types that the user may read, as the service describes them. Cached for an hour. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../../api/ask.ts';
import type { TypeDescription } from '../description.ts';

export function catalogueQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Catalogue'],
    queryFn: createQueryFn<readonly TypeDescription[]>(`/${account}/Catalogue`),
    staleTime: 60 * 60_000,
  });
}

/** Finds a record type by name, ignoring case, as the service does for addresses. */
export function findType(types: readonly TypeDescription[], name: string): TypeDescription | undefined {
  const lower = name.toLowerCase();
  return types.find((type) => type.name.toLowerCase() === lower);
}

export function useRecordTypes(account: string): readonly TypeDescription[] {
  return useQuery(catalogueQuery(account)).data ?? NONE;
}
const NONE: readonly TypeDescription[] = [];
