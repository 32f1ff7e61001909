/** The webhooks' part in transactions of others: the deliveries of a change, a revoked key, a removed account. */
import { switchedOff } from '../../webhooks/subscriptions/periods.ts';
import { type Client, rows, type Statement } from '../postgres/connection.ts';
import { logAnd } from '../records/log/log-statements.postgres.ts';
import type { FanOutPace } from './fan-out-pace.ts';
import type { Notices } from './queue/notifications.postgres.ts';
import { beginPeriods } from './subscriptions/active-periods.postgres.ts';
import type { WebhookHooks } from './transaction-hooks.postgres.ts';

export function makeOutbox(notices: Notices, pace: FanOutPace): WebhookHooks {
  return {
    paced: pace.paced,
    logAndFanOut,
    committed(account, made) {
      notices.tell(made.flatMap(({ subscription, record, waits }) => (waits ? [{ subscription, record }] : [])));
      notices.grown(account);
      pace.made(account, made.length);
    },
    async keyRevoked(client, account, integrationID, at, reason) {
      const off = await rows<{ key: number }>(client, deactivate, [account, integrationID, reason]);
      const begun = off.map(({ key }) => ({ ...switchedOff(reason), subscription: key, now: at }));
      await beginPeriods(client, begun);
    },
    async accountLeaves(client, account) {
      await rows(client, giveLanesUp, [account]);
    },
    async accountRemoved(client: Client, account) {
      await rows(client, lockSubscriptions, [account]);
      await rows(client, removeDeliveries, [account]);
      await rows(client, removeHours, [account]);
      await rows(client, removeRecoveries, [account]);
      await rows(client, removeSubscriptions, [account]);
    },
  };
}

/** Whether the subscriber made the change by itself alone, and does not want to hear of that. */
const IS_OWN = `NOT s.include_own AND c.by_kind = 'integration' AND c.by_id IS NOT DISTINCT FROM s.integration_id AND c.approved_by IS NULL`;

/** Each matching subscription that is on gets a delivery of its own, with a random id by which the subscriber knows it. */
const logAndFanOut = logAnd({
  name: 'fan_out',
  text: `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on, settled_on)
    SELECT s.key, c.record_id, c.seq, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'event',
      CASE WHEN ${IS_OWN} THEN 'own' ELSE 'waiting' END, CASE WHEN NOT (${IS_OWN}) THEN c.committed_on END,
      c.committed_on, c.committed_on, CASE WHEN ${IS_OWN} THEN c.committed_on END
    FROM change AS c CROSS JOIN event
    JOIN subscriptions AS s ON s.account = c.account AND s.entity_type = c.type AND s.action = event.action AND s.active
    WHERE s.filter_value IS NULL OR s.filter_value = c.filter_value
    RETURNING subscription, record_id AS record, state = 'waiting' AS waits`,
});

/** Those who settle lock subscriptions first, and in this order too: else they and we could wait for each other. */
const lockSubscriptions: Statement = {
  name: 'lock_subscriptions',
  text: 'SELECT FROM subscriptions WHERE account = $1 ORDER BY key FOR UPDATE',
};

/** Whoever sends for them finds that they are no longer its own, and settles nothing more. In order, as everybody: else two could wait for each other. */
const giveLanesUp: Statement = {
  name: 'give_lanes_up',
  text: `DELETE FROM lanes WHERE subscription IN (
    SELECT l.subscription FROM lanes AS l JOIN subscriptions AS s ON s.key = l.subscription
    WHERE s.account = $1 ORDER BY l.subscription FOR UPDATE OF l)`,
};

const deactivate: Statement = {
  name: 'deactivate_subscriptions',
  text: `WITH affected AS (
      SELECT key FROM subscriptions WHERE account = $1 AND integration_id = $2 AND active ORDER BY key FOR UPDATE
    )
    UPDATE subscriptions AS s SET active = false, deactivate_reason = $3 FROM affected WHERE s.key = affected.key
    RETURNING s.key`,
};

const removeDeliveries: Statement = {
  name: 'remove_deliveries',
  text: `DELETE FROM deliveries WHERE subscription IN (SELECT key FROM subscriptions WHERE account = $1)`,
};

const removeHours: Statement = {
  name: 'remove_delivery_hours',
  text: `DELETE FROM delivery_hours WHERE subscription IN (SELECT key FROM subscriptions WHERE account = $1)`,
};

const removeRecoveries: Statement = {
  name: 'remove_recoveries',
  text: `DELETE FROM recoveries WHERE subscription IN (SELECT key FROM subscriptions WHERE account = $1)`,
};

const removeSubscriptions: Statement = {
  name: 'remove_subscriptions',
  text: 'DELETE FROM subscriptions WHERE account = $1',
};
