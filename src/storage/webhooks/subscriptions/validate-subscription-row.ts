/** Validates the stored columns of a subscription. One that the API would have rejected can never be delivered to. */
import { type Json, parseJson } from '../../../lib/json.ts';
import { validateStoredSubscription } from '../../../webhooks/subscriptions/parse-subscription.ts';
import { formatPatience } from '../../../webhooks/subscriptions/patience.ts';
import { parseFilterID } from '../../../webhooks/subscriptions/subscription-filter.ts';
import type { SubscriptionRow } from '../rows.ts';

export type CheckedSubscriptionRow = Pick<
  SubscriptionRow,
  | 'entity_type'
  | 'action'
  | 'target_url'
  | 'name'
  | 'filter_entity_type'
  | 'filter_condition_entity_id'
  | 'include_own'
  | 'patience_ms'
> & {
  readonly filter_value: number | null;
  /** Headers as unencrypted JSON. */
  readonly headers: string;
};

export const CHECKED_SUBSCRIPTION_COLUMNS = `entity_type, action, target_url, name, sealed_headers, filter_entity_type,
  filter_condition_entity_id, filter_value, include_own, patience_ms`;

/** Returns a phrase that describes the error, or undefined if the row is valid. */
export function validateSubscriptionRow(row: CheckedSubscriptionRow): string | undefined {
  const headers = jsonOf(row.headers);
  if (headers === undefined) return '/headers is no JSON';
  const filterID = row.filter_condition_entity_id === null ? null : jsonOf(row.filter_condition_entity_id);
  if (filterID === undefined) return '/filterConditionEntityID is no JSON';
  const fault = validateStoredSubscription({
    entityType: row.entity_type,
    action: row.action,
    targetUrl: row.target_url,
    name: row.name,
    headers,
    filterEntityType: row.filter_entity_type,
    filterConditionEntityID: filterID,
    includeOwn: Boolean(row.include_own),
    patience: row.patience_ms === null ? null : formatPatience(row.patience_ms),
  });
  if (fault !== undefined) return fault;
  const value = filterID === null ? null : parseFilterID(filterID as string | number);
  if (row.filter_value === value) return undefined;
  return `/filterConditionEntityID is ${filterID}, and is compared as ${row.filter_value}`;
}

function jsonOf(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
