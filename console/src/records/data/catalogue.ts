/** The record types that the person may read, as the service describes them: asked once, then known. */
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

/** Without regard to case, as the service reads addresses. */
export function findType(types: readonly TypeDescription[], name: string): TypeDescription | undefined {
  const lower = name.toLowerCase();
  return types.find((type) => type.name.toLowerCase() === lower);
}

export function useRecordTypes(account: string): readonly TypeDescription[] {
  return useQuery(catalogueQuery(account)).data ?? NONE;
}
const NONE: readonly TypeDescription[] = [];
