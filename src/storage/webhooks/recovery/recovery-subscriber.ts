/** The subscription of a recovery, as both engines read it. */
import type { Action, RecordTypeName } from '../../../catalogue/index.ts';
import type { RecoverySubscriber, RetentionHorizon } from './recovery-queries.ts';

/** Columns of a subscription `s` and its account `a`. */
export const SUBSCRIBER_COLUMNS = `s.key, s.id, s.account, s.entity_type, s.action, s.filter_value, s.created_on, s.active,
  s.integration_id, s.include_own,
  s.deactivate_reason, a.id AS account_id, a.frozen`;

export interface SubscriberRow {
  readonly key: number;
  readonly id: number;
  readonly account: number;
  readonly entity_type: RecordTypeName;
  readonly action: Action;
  readonly filter_value: number | null;
  readonly created_on: number;
  readonly active: boolean | number;
  readonly integration_id: string;
  readonly include_own: boolean | number;
  readonly deactivate_reason: string | null;
  /** The public id of the account. */
  readonly account_id: string;
  readonly frozen: boolean | number;
}

export function subscriberOf(row: SubscriberRow): RecoverySubscriber {
  return {
    key: row.key,
    account: row.account,
    entityType: row.entity_type,
    action: row.action,
    filterValue: row.filter_value,
    createdOn: row.created_on,
    leavesOut: row.include_own ? undefined : row.integration_id,
  };
}

/** Safety margin: old deliveries may be deleted while a query is running. */
const QUERY_MARGIN_MS = 60_000;

export function retentionHorizonAt(now: number, keptMs: number): RetentionHorizon {
  return { knownSince: now - keptMs + QUERY_MARGIN_MS };
}
