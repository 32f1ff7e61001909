/** Reads where and how a subscription's deliveries are sent at present, and the known outage of its endpoint. */
import type { Action, RecordTypeName } from '../../../catalogue/index.ts';
import type { EndpointOutage } from '../../../webhooks/delivery/settle/outage.ts';
import type { DeliveryTarget } from '../../../webhooks/queue.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import type { DeliverySecrets, SubscriptionSecretsRow } from '../subscriptions/subscription-secrets.ts';
import { type OutageRow, outageOf } from './settle.ts';

export interface FoundTarget {
  readonly target: DeliveryTarget;
  readonly account: number;
  /** The name of the account's log. */
  readonly log: string;
  readonly active: boolean;
  readonly outage: EndpointOutage | null;
}

export function readTarget(
  connection: SqliteConnection,
  secretsOf: (row: SubscriptionSecretsRow) => DeliverySecrets,
  key: number,
): FoundTarget | 'gone' | 'frozen' {
  const row = connection
    .prepare(`SELECT a.key, a.log, a.id AS account, a.frozen, s.id, s.entity_type, s.action, s.target_url, s.sealed_headers, s.signing_secrets, s.active,
        s.patience_ms, s.down_since, s.down_tries, s.down_record, s.next_try_on
      FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account WHERE s.key = ? AND s.removed_on IS NULL`)
    .get(key);
  if (row === undefined) return 'gone';
  if (row.frozen === 1) return 'frozen';
  const target: DeliveryTarget = {
    account: row.account as string,
    subscriptionID: row.id as number,
    entityType: row.entity_type as RecordTypeName,
    action: row.action as Action,
    url: row.target_url as string,
    ...secretsOf({ ...row, account: row.key } as unknown as SubscriptionSecretsRow),
    patienceMs: row.patience_ms as number | null,
  };
  const outage = outageOf(row as unknown as OutageRow);
  return { target, account: row.key as number, log: row.log as string, active: row.active === 1, outage };
}
