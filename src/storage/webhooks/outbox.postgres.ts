/**
 * The webhooks' part in transactions of other modules: the deliveries of a change, a revoked key, a removed account.
 */
import { createOffPeriod } from '../../webhooks/subscriptions/periods.ts';
import { type Client, type PreparedStatement, queryRows } from '../postgres/connection.ts';
import { insertChangeAnd } from '../records/log/log-statements.postgres.ts';
import type { FanOutRateLimiter } from './fan-out-rate-limiter.ts';
import type { PostgresNotifications } from './queue/notifications.postgres.ts';
import { beginPeriods } from './subscriptions/active-periods.postgres.ts';
import type { PostgresWebhookHooks } from './transaction-hooks.postgres.ts';

export function createPostgresOutbox(notices: PostgresNotifications, pace: FanOutRateLimiter): PostgresWebhookHooks {
  return {
    paced: pace.paced,
    logAndFanOut,
    committed(account, made) {
      notices.tell(made.flatMap(({ subscription, record, waits }) => (waits ? [{ subscription, record }] : [])));
      notices.grown(account);
      pace.made(account, made.length);
    },
    async keyRevoked(client, account, integrationID, at, reason) {
      const off = await queryRows<{ key: number }>(client, deactivate, [account, integrationID, reason]);
      const begun = off.map(({ key }) => ({ ...createOffPeriod(reason), subscription: key, now: at }));
      await beginPeriods(client, begun);
    },
    async accountLeaves(client, account) {
      await queryRows(client, giveLanesUp, [account]);
    },
    async accountRemoved(client: Client, account) {
      await queryRows(client, lockSubscriptions, [account]);
      await queryRows(client, removeDeliveries, [account]);
      await queryRows(client, removeHours, [account]);
      await queryRows(client, removeRecoveries, [account]);
      await queryRows(client, removeSubscriptions, [account]);
    },
  };
}

/**
 * True if the subscriber made the change itself, without approval by another, and does not want events of its own
 * changes.
 */
const IS_OWN_CHANGE_SQL = `NOT s.include_own AND c.by_kind = 'integration' AND c.by_id IS NOT DISTINCT FROM s.integration_id AND c.approved_by IS NULL`;

/**
 * Creates a delivery for each active subscription that matches, with a random id by which the subscriber identifies it.
 */
const logAndFanOut = insertChangeAnd({
  name: 'fan_out',
  text: `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on, settled_on)
    SELECT s.key, c.record_id, c.seq, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'event',
      CASE WHEN ${IS_OWN_CHANGE_SQL} THEN 'own' ELSE 'waiting' END, CASE WHEN NOT (${IS_OWN_CHANGE_SQL}) THEN c.committed_on END,
      c.committed_on, c.committed_on, CASE WHEN ${IS_OWN_CHANGE_SQL} THEN c.committed_on END
    FROM change AS c CROSS JOIN event
    JOIN subscriptions AS s ON s.account = c.account AND s.entity_type = c.type AND s.action = event.action AND s.active
    WHERE s.filter_value IS NULL OR s.filter_value = c.filter_value
    RETURNING subscription, record_id AS record, state = 'waiting' AS waits`,
});

/** Locks the subscriptions first, in the order that settling uses too. Another order could cause a deadlock. */
const lockSubscriptions: PreparedStatement = {
  name: 'lock_subscriptions',
  text: 'SELECT FROM subscriptions WHERE account = $1 ORDER BY key FOR UPDATE',
};

/**
 * Deletes the leases of an account. Workers that send for it then find that they lost their lease, and settle nothing
 * more. The lock order is the same everywhere, to prevent deadlocks.
 */
const giveLanesUp: PreparedStatement = {
  name: 'give_lanes_up',
  text: `DELETE FROM lanes WHERE subscription IN (
    SELECT l.subscription FROM lanes AS l JOIN subscriptions AS s ON s.key = l.subscription
    WHERE s.account = $1 ORDER BY l.subscription FOR UPDATE OF l)`,
};

const deactivate: PreparedStatement = {
  name: 'deactivate_subscriptions',
  text: `WITH affected AS (
      SELECT key FROM subscriptions WHERE account = $1 AND integration_id = $2 AND active ORDER BY key FOR UPDATE
    )
    UPDATE subscriptions AS s SET active = false, deactivate_reason = $3 FROM affected WHERE s.key = affected.key
    RETURNING s.key`,
};

const removeDeliveries: PreparedStatement = {
  name: 'remove_deliveries',
  text: `DELETE FROM deliveries WHERE subscription IN (SELECT key FROM subscriptions WHERE account = $1)`,
};

const removeHours: PreparedStatement = {
  name: 'remove_delivery_hours',
  text: `DELETE FROM delivery_hours WHERE subscription IN (SELECT key FROM subscriptions WHERE account = $1)`,
};

const removeRecoveries: PreparedStatement = {
  name: 'remove_recoveries',
  text: `DELETE FROM recoveries WHERE subscription IN (SELECT key FROM subscriptions WHERE account = $1)`,
};

const removeSubscriptions: PreparedStatement = {
  name: 'remove_subscriptions',
  text: 'DELETE FROM subscriptions WHERE account = $1',
};
