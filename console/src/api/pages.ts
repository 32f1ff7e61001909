/** Lists that load page by page on demand. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from './ask.ts';
import { Problem } from './problem.ts';

export interface InfiniteListPage<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

/** `path` with its query, without `skip` and `take`. */
export function infiniteListQuery<Row>(queryKey: readonly unknown[], path: string, take = 50) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<InfiniteListPage<Row>> => {
      const query = `${path}${path.includes('?') ? '&' : '?'}skip=${pageParam}&take=${take}`;
      const reply = await callApi<readonly Row[]>('GET', query, { signal });
      if (reply instanceof Problem) throw reply;
      return { rows: reply.body, more: /rel="next"/.test(reply.headers.get('link') ?? '') };
    },
    getNextPageParam: ({ more }: InfiniteListPage<Row>, all: readonly InfiniteListPage<Row>[]) =>
      more ? all.length * take : undefined,
  });
}
