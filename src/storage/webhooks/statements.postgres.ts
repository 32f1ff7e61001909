/** Statements for subscriptions, and for deliveries that a client requests (tests and resends). */

import type { PreparedStatement } from '../postgres/connection.ts';
import { SCHEMA_STATE_SQL } from '../schema/schema-guard.postgres.ts';
import { CLEAR_OUTAGE_SQL } from './queue/settle.ts';
import { DELIVERY_COLUMNS, SUBSCRIPTION_COLUMNS, SUBSCRIPTION_INPUT_COLUMNS } from './rows.ts';

/** $1 account, $2 integration. */
export const listSubscriptions: PreparedStatement = {
  name: 'list_subscriptions',
  text: `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
    WHERE account = $1 AND integration_id = $2 AND removed_on IS NULL ORDER BY id`,
};

/** $1 account, $2 integration. */
export const countSubscriptions: PreparedStatement = {
  name: 'count_subscriptions',
  text: `SELECT count(*) FILTER (WHERE integration_id = $2) AS of_key, count(*) AS of_account
    FROM subscriptions WHERE account = $1 AND removed_on IS NULL`,
};

/** $1 account, $2 integration, $3 id. */
export const findSubscription: PreparedStatement = {
  name: 'find_subscription',
  text: `SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
    WHERE account = $1 AND integration_id = $2 AND id = $3 AND removed_on IS NULL`,
};

export const lockSubscription: PreparedStatement = {
  name: 'lock_subscription',
  text: `${findSubscription.text} FOR NO KEY UPDATE`,
};

/** $1 account, $2 integration. */
export const lockIntegrationShared: PreparedStatement = {
  name: 'share_integration',
  text: 'SELECT revoked_on IS NOT NULL AS revoked FROM integrations WHERE account = $1 AND id = $2 FOR SHARE',
};

/** $1 account. */
export const nextSubscriptionID: PreparedStatement = {
  name: 'take_subscription_id',
  text: `INSERT INTO record_counters AS counter (account, type, last_id) VALUES ($1, 'Webhooks', 1)
    ON CONFLICT (account, type) DO UPDATE SET last_id = counter.last_id + 1 RETURNING last_id AS id`,
};

/** $1 account, $2 id, $3 integration, $4 type, $5 action, $6 now, $7 signing secrets, then the subscriber's input. */
export const insertSubscription: PreparedStatement = {
  name: 'insert_subscription',
  text: `INSERT INTO subscriptions (account, id, integration_id, entity_type, action, created_on, signing_secrets, ${SUBSCRIPTION_INPUT_COLUMNS.join(', ')})
    VALUES ($1, $2, $3, $4, $5, $6, $7, ${SUBSCRIPTION_INPUT_COLUMNS.map((_, n) => `$${n + 8}`).join(', ')})
    RETURNING ${SUBSCRIPTION_COLUMNS}`,
};

/** $1 key, then what the subscriber decides. */
export const updateSubscription: PreparedStatement = {
  name: 'update_subscription',
  text: `UPDATE subscriptions SET ${SUBSCRIPTION_INPUT_COLUMNS.map((column, n) => `${column} = $${n + 2}`).join(', ')}
    WHERE key = $1 RETURNING ${SUBSCRIPTION_COLUMNS}`,
};

/** $1 key. */
export const endOutage: PreparedStatement = {
  name: 'end_outage',
  text: `UPDATE subscriptions SET ${CLEAR_OUTAGE_SQL} WHERE key = $1 RETURNING ${SUBSCRIPTION_COLUMNS}`,
};

/** $1 key, $2 now. */
export const probeImmediately: PreparedStatement = {
  name: 'try_at_once',
  text: `UPDATE subscriptions SET next_try_on = CASE WHEN down_since IS NOT NULL THEN $2::bigint END
    WHERE key = $1 RETURNING ${SUBSCRIPTION_COLUMNS}`,
};

/** $1 key. */
export const reactivateSubscription: PreparedStatement = {
  name: 'reactivate_subscription',
  text: `UPDATE subscriptions SET active = true, deactivate_reason = NULL, failures_in_a_row = 0, ${CLEAR_OUTAGE_SQL}
    WHERE key = $1 RETURNING ${SUBSCRIPTION_COLUMNS}`,
};

/** $1 key, $2 signing secrets. */
export const updateSigningSecrets: PreparedStatement = {
  name: 'keep_signing_secrets',
  text: 'UPDATE subscriptions SET signing_secrets = $2 WHERE key = $1',
};

/** $1 key, $2 now. */
export const removeSubscription: PreparedStatement = {
  name: 'remove_subscription',
  text: 'UPDATE subscriptions SET active = false, removed_on = $2 WHERE key = $1',
};

/** $1 subscription, $2 record, $3 now, $4 sample, $5 when the event happened, $6 the record of a real event. */
export const insertTestDelivery: PreparedStatement = {
  name: 'insert_test',
  text: `INSERT INTO deliveries
      (id, subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on, sample,
      sample_record_id)
    SELECT id, $1, $2::bigint - id, 0, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'test', 'waiting', $3, $3, $5, $4, $6
    FROM nextval(pg_get_serial_sequence('deliveries', 'id')) AS id
    RETURNING ${DELIVERY_COLUMNS}`,
};

/** $1 delivery, $2 now. */
export const insertResend: PreparedStatement = {
  name: 'insert_resend',
  text: `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on,
      processed_on, resend_of, sample, sample_record_id)
    SELECT d.subscription, d.record_id, d.change_seq, d.webhook_id, 'resend', 'waiting', $2, $2, d.processed_on, d.id, d.sample,
      d.sample_record_id
    FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq
    WHERE d.id = $1 AND (c.seq IS NOT NULL OR d.sample IS NOT NULL)
    RETURNING ${DELIVERY_COLUMNS}`,
};

/** $1 subscription, $2 delivery. */
export const findDelivery: PreparedStatement = {
  name: 'find_delivery',
  text: `SELECT ${DELIVERY_COLUMNS} FROM deliveries WHERE subscription = $1 AND id = $2`,
};

/**
 * $1 account. Run this after the account's lock was taken: in the locking statement, the clock could be from before the
 * wait.
 */
export const readAccountState: PreparedStatement = {
  name: 'read_account',
  text: `SELECT frozen, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, ${SCHEMA_STATE_SQL}
    FROM accounts WHERE key = $1`,
};
