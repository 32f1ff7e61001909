/** Total count of a list. It is known on the last page. Elsewhere the service counts, which may read every record. */
import { useQuery } from '@tanstack/react-query';
import { listTotalQuery, type RecordListPage } from '../data/list-data.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';

export interface TotalCount {
  readonly data: number | undefined;
  readonly isFetching: boolean;
}

/** Returns the total count. `page` is undefined until the page has loaded. */
export function useTotalCount(
  account: string,
  type: TypeDescription,
  query: ListQuery,
  page: RecordListPage | undefined,
): TotalCount {
  const isLast = page !== undefined && !page.more && (page.rows.length > 0 || query.skip === 0);
  const counted = useQuery(listTotalQuery(account, type, query, page !== undefined && !isLast));
  return isLast ? { data: query.skip + page.rows.length, isFetching: false } : counted;
}
