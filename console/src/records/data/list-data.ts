/** Queries of a list page: first the rows, then the total count. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import type { FilterChip, ListQuery } from '../list/chip.ts';
import { stringifyFilters, stringifyPageRequest } from '../list/write-query.ts';
import { countQuery } from './total-data.ts';

export interface RecordListPage {
  readonly rows: readonly RecordFields[];
  readonly more: boolean;
  /** The service's clock when it answered. */
  readonly asOf: number;
}

const NAMES_WAIT_MS = 2_000;

/**
 * Reads one page of rows. In `query`, relative values must be resolved. `fields` are the fields that the page shows.
 */
export function listPageQuery(
  account: string,
  type: TypeDescription,
  query: ListQuery,
  fields: readonly string[],
  /** Loads what the rows are shown with. The page waits for it for at most `NAMES_WAIT_MS`. */
  beside?: (rows: readonly RecordFields[]) => Promise<unknown>,
) {
  const request = `${stringifyPageRequest(type, query)}&fields=${[...new Set(['ID', ...fields, 'Deleted'])].join(',')}`;
  return queryOptions({
    queryKey: [account, type.name, 'list', request],
    queryFn: async ({ signal }): Promise<RecordListPage> => {
      const reply = await callApi<readonly RecordFields[]>('GET', `/${account}/${type.name}?${request}`, { signal });
      if (reply instanceof Problem) throw reply;
      const asOf = Date.parse(reply.headers.get('date') ?? '') || Date.now();
      if (beside) await Promise.race([beside(reply.body), new Promise((late) => setTimeout(late, NAMES_WAIT_MS))]);
      return { rows: reply.body, more: /rel="?next/.test(reply.headers.get('link') ?? ''), asOf };
    },
    placeholderData: keepPreviousData,
  });
}

/** Counts all matching records. The request is cancelled when the filter changes. */
export function listTotalQuery(
  account: string,
  type: TypeDescription,
  query: Pick<ListQuery, 'chips' | 'search'>,
  enabled: boolean,
) {
  return countQuery(account, type.name, stringifyFilters(type, query), enabled);
}

/** Returns those of the given records that match the filter. An open list uses it to apply changes to its rows. */
export async function fetchMatching(
  account: string,
  type: TypeDescription,
  query: Pick<ListQuery, 'chips' | 'search'>,
  ids: readonly number[],
  fields: readonly string[],
): Promise<readonly RecordFields[] | Problem> {
  // A second ID filter would add alternatives to an existing one and widen it. Apply the existing one here instead.
  const chosen = query.chips.flatMap((chip) => (isChoice(chip) ? chip.values.map(Number) : []));
  const wanted = query.chips.some(isChoice) ? ids.filter((id) => chosen.includes(id)) : ids;
  if (wanted.length === 0) return [];
  const others = query.chips.filter((chip) => !isChoice(chip));
  const asked = [...others, { is: 'any', field: 'ID', values: wanted.map(String) } as const];
  const filters = stringifyFilters(type, { ...query, chips: asked });
  const shown = [...new Set(['ID', ...fields, 'Deleted'])].join(',');
  const reply = await callApi<readonly RecordFields[]>(
    'GET',
    `/${account}/${type.name}?${filters}&take=${wanted.length}&fields=${shown}`,
  );
  return reply instanceof Problem ? reply : reply.body;
}

function isChoice(chip: FilterChip): chip is FilterChip & { readonly is: 'any' } {
  return chip.is === 'any' && chip.field === 'ID';
}

/** Time before an answer in which a committed change may still be missing from that answer. */
const COMMIT_DELAY_MS = 10_000;

/**
 * Returns the records changed since a page was read, and whether each was created after it. Needed for pages that were
 * read before they could receive live changes.
 */
export async function fetchChangedSince(
  account: string,
  type: TypeDescription,
  asOf: number,
  most: number,
): Promise<readonly { readonly id: number; readonly isNew: boolean }[] | Problem> {
  const since = new Date(asOf - COMMIT_DELAY_MS).toISOString();
  const path = `/${account}/${type.name}?UpdatedOn=${since}+ge&extFilter=true&Deleted=true&take=${most}&orderby=UpdatedOn+Desc&fields=ID,CreatedOn`;
  const reply = await callApi<readonly { readonly ID: number; readonly CreatedOn: string }[]>('GET', path);
  if (reply instanceof Problem) return reply;
  return reply.body.map(({ ID, CreatedOn }) => ({ id: ID, isNew: Date.parse(CreatedOn) > asOf }));
}
