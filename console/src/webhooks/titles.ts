/** Titles of the records that webhooks and their deliveries refer to. */
import { useMemo } from 'react';
import { type RecordLabel, useRecordNames } from '../records/data/names.ts';
import { useAccount } from '../shell/me.ts';
import { filterTypeOf } from './describe.ts';
import type { Webhook } from './queries.ts';

export function useNamesOfRecords(type: string, ids: readonly number[]): (id: number) => RecordLabel | undefined {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether others are wanted.
  const wanted = useMemo(() => ids.filter((id) => id > 0).map((id) => ({ type, id })), [type, key]);
  const names = useRecordNames(useAccount(), wanted);
  return (id) => names.find(type, id) ?? undefined;
}

/** Returns a function that finds the title of a webhook's filter record. */
export function useFilterTitles(webhooks: readonly Webhook[]): (webhook: Webhook) => string | undefined {
  const wanted = useMemo(() => webhooks.flatMap((webhook) => filterOf(webhook) ?? []), [webhooks]);
  const names = useRecordNames(useAccount(), wanted);
  return (webhook) => {
    const filter = filterOf(webhook);
    return filter && names.find(filter.type, filter.id)?.title;
  };
}

function filterOf({ entityType, filterConditionEntityID }: Webhook) {
  const type = filterTypeOf(entityType);
  const id = Number(filterConditionEntityID);
  const isOne = type !== undefined && filterConditionEntityID !== null && Number.isInteger(id) && id > 0;
  return isOne ? { type, id } : undefined;
}
