/** What records are called that webhooks and their deliveries tell of: asked for together, by type. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { make } from '../api/ask.ts';
import { useAccount } from '../shell/me.ts';
import { filterNameOf } from './describe.ts';
import type { Webhook } from './queries.ts';

export interface Title {
  readonly title: string;
  readonly state: string | null;
  readonly deleted: boolean;
}
export type Titles = Readonly<Record<string, Readonly<Record<string, Title>>>>;

const MOST = 1_000;

export function titlesQuery(account: string, asked: Readonly<Record<string, readonly number[]>>) {
  return queryOptions({
    queryKey: [account, 'Names', asked],
    queryFn: () => make<Titles>('POST', `/${account}/Names`, asked),
    enabled: Object.values(asked).some((ids) => ids.length > 0),
    staleTime: 60_000,
  });
}

export function useTitles(type: string, ids: readonly number[]): Readonly<Record<string, Title>> {
  const asked = [...new Set(ids.filter((id) => id > 0))].sort((a, b) => a - b).slice(0, MOST);
  const { data } = useQuery(titlesQuery(useAccount(), { [type]: asked }));
  return data?.[type] ?? {};
}

/** By webhook, what its filter is called. */
export function useFilterTitles(webhooks: readonly Webhook[]): (webhook: Webhook) => string | undefined {
  const asked: Record<string, number[]> = {};
  for (const { entityType, filterConditionEntityID } of webhooks) {
    const type = filterNameOf(entityType);
    const id = Number(filterConditionEntityID);
    if (type === undefined || filterConditionEntityID === null || !Number.isInteger(id) || id < 1) continue;
    asked[type] ??= [];
    if (!asked[type].includes(id) && asked[type].length < MOST / 3) asked[type].push(id);
  }
  for (const ids of Object.values(asked)) ids.sort((a, b) => a - b);
  const { data } = useQuery(titlesQuery(useAccount(), asked));
  return ({ entityType, filterConditionEntityID }) =>
    data?.[filterNameOf(entityType) ?? '']?.[String(filterConditionEntityID)]?.title;
}
