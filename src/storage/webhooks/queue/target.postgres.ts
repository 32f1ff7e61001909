/** Reads where and how a subscription's deliveries are sent at present, and the known outage of its endpoint. */
import type { Action, RecordTypeName } from '../../../catalogue/index.ts';
import type { DeliveryTarget } from '../../../webhooks/queue.ts';
import type { PreparedStatement } from '../../postgres/connection.ts';
import type { DeliverySecrets, SubscriptionSecretsRow } from '../subscriptions/subscription-secrets.ts';
import type { OutageRow } from './settle.ts';

export interface DeliveryTargetRow extends OutageRow {
  readonly key: number;
  readonly log: string;
  readonly account: string;
  readonly frozen: boolean;
  readonly id: number;
  readonly entity_type: RecordTypeName;
  readonly action: Action;
  readonly target_url: string;
  readonly sealed_headers: string;
  readonly signing_secrets: string | null;
  readonly active: boolean;
  readonly now: number;
}

export function targetOf(
  row: DeliveryTargetRow,
  secretsOf: (row: SubscriptionSecretsRow) => DeliverySecrets,
): DeliveryTarget {
  const { key, account, id, entity_type, action, target_url } = row;
  return {
    account,
    subscriptionID: id,
    entityType: entity_type,
    action,
    url: target_url,
    ...secretsOf({ ...row, account: key }),
    patienceMs: row.patience_ms,
  };
}

/** The statement's start time, which is the same for all its rows. */
export const STATEMENT_NOW_MS_SQL = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

/** $1 subscription. */
export const readTarget: PreparedStatement = {
  name: 'lane_target',
  text: `SELECT a.key, a.log, a.id AS account, a.frozen, s.id, s.entity_type, s.action, s.target_url, s.sealed_headers, s.signing_secrets, s.active,
      s.patience_ms, s.down_since, s.down_tries, s.down_record, s.next_try_on, ${STATEMENT_NOW_MS_SQL} AS now
    FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account WHERE s.key = $1 AND s.removed_on IS NULL`,
};
