/** Statements for recoveries and the deliveries that they create. */
import { MAX_STEP_DELAY_MS } from '../../../webhooks/recovery/recovery-progress.ts';
import type { PreparedStatement } from '../../postgres/connection.ts';
import { NOW_MS_SQL } from '../queue/leases.postgres.ts';
import { NEW_RECOVERY_COLUMNS, PROGRESS_COLUMNS, RECOVERY_COLUMNS } from './recovery-rows.ts';
import { SUBSCRIBER_COLUMNS } from './recovery-subscriber.ts';

const SELECT_SUBSCRIBER_SQL = `SELECT ${SUBSCRIBER_COLUMNS} FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account`;

/** $1 account, $2 id, $3 integration or null. */
export const findSubscriber: PreparedStatement = {
  name: 'recovery_subscriber',
  text: `${SELECT_SUBSCRIBER_SQL} WHERE s.account = $1 AND s.id = $2 AND ($3::text IS NULL OR s.integration_id = $3) AND s.removed_on IS NULL`,
};

export const lockSubscriber: PreparedStatement = {
  name: 'recovery_lock_subscriber',
  text: `${findSubscriber.text} FOR NO KEY UPDATE OF s`,
};

/** $1 key. */
export const findSubscriberByKey: PreparedStatement = {
  name: 'recovery_read_subscriber',
  text: `${SELECT_SUBSCRIBER_SQL} WHERE s.key = $1 AND s.removed_on IS NULL`,
};

export const lockSubscriberByKey: PreparedStatement = {
  name: 'recovery_hold_subscriber',
  text: `${findSubscriberByKey.text} FOR NO KEY UPDATE OF s`,
};

/** $1 subscription. */
export const listRecoveries: PreparedStatement = {
  name: 'list_recoveries',
  text: `SELECT ${RECOVERY_COLUMNS} FROM recoveries WHERE subscription = $1 ORDER BY id`,
};

/** $1 subscription, $2 id. */
export const findRecovery: PreparedStatement = {
  name: 'find_recovery',
  text: `SELECT ${RECOVERY_COLUMNS} FROM recoveries WHERE subscription = $1 AND id = $2`,
};

export const lockRecovery: PreparedStatement = { name: 'lock_recovery', text: `${findRecovery.text} FOR UPDATE` };

export const insertRecovery: PreparedStatement = {
  name: 'insert_recovery',
  text: `INSERT INTO recoveries (${NEW_RECOVERY_COLUMNS.join(', ')}) VALUES (${NEW_RECOVERY_COLUMNS.map((_, n) => `$${n + 1}`).join(', ')})
    RETURNING ${RECOVERY_COLUMNS}`,
};

/** $1 subscription, $2 id. Deletes ended recoveries up to and including this id. */
export const pruneRecoveries: PreparedStatement = {
  name: 'forget_recoveries',
  text: 'DELETE FROM recoveries WHERE subscription = $1 AND id <= $2 AND ended_on IS NOT NULL',
};

/** $1 subscription, $2 id, then what a step changes. */
export const updateRecovery: PreparedStatement = {
  name: 'write_recovery',
  text: `UPDATE recoveries SET ${PROGRESS_COLUMNS.map((column, n) =>
    column === 'open' ? `open = $${n + 3}::bigint = 1` : `${column} = $${n + 3}`,
  ).join(', ')} WHERE subscription = $1 AND id = $2`,
};

/** $1 how many. Selects only a few of each account, so that the runs of one account do not delay those of another. */
export const listDueRecoveries: PreparedStatement = {
  name: 'due_recoveries',
  text: `SELECT subscription, recovery, account FROM (
      SELECT r.subscription, r.id AS recovery, a.id AS account, r.due_on,
        row_number() OVER (PARTITION BY s.account ORDER BY r.due_on) AS place
      FROM recoveries AS r JOIN subscriptions AS s ON s.key = r.subscription JOIN accounts AS a ON a.key = s.account
      WHERE r.open AND (r.due_on <= ${NOW_MS_SQL} OR r.due_on > ${NOW_MS_SQL} + ${MAX_STEP_DELAY_MS}) AND s.removed_on IS NULL AND NOT a.frozen
    ) AS due WHERE place <= 4 ORDER BY due_on LIMIT $1`,
};

/** $1 subscription, $2 run. */
export const countQueuedDeliveries: PreparedStatement = {
  name: 'recovery_waiting',
  text: `SELECT count(*) AS waiting FROM deliveries
    WHERE uncounted AND subscription = $1 AND recovery = $2 AND state = 'waiting'`,
};

/** $1 subscription, $2 run. Collects the results of its deliveries since the last call. */
export const collectSettledDeliveries: PreparedStatement = {
  name: 'recovery_settled',
  text: `UPDATE deliveries SET uncounted = false
    WHERE uncounted AND subscription = $1 AND recovery = $2 AND state <> 'waiting' RETURNING state`,
};

/** $1 subscription, $2 run, $3 now. */
export const dropQueuedDeliveries: PreparedStatement = {
  name: 'recovery_take_back',
  text: `UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = $3
    WHERE uncounted AND subscription = $1 AND recovery = $2 AND state = 'waiting'`,
};

/** $1 subscription. */
export const findNewestDelivery: PreparedStatement = {
  name: 'newest_delivery',
  text: 'SELECT coalesce(max(id), 0) AS newest FROM deliveries WHERE subscription = $1',
};

const INSERT_DELIVERIES_SQL = `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on,
    resend_of, sample, sample_record_id, recovery, uncounted)`;

/** $1 now, $2 run, $3 deliveries. Numbers the new deliveries in the given order. */
export const insertResends: PreparedStatement = {
  name: 'recovery_resend',
  text: `${INSERT_DELIVERIES_SQL}
    SELECT d.subscription, d.record_id, d.change_seq, d.webhook_id, 'resend', 'waiting', $1, $1, d.processed_on, d.id, d.sample, d.sample_record_id, $2, true
    FROM unnest($3::bigint[]) WITH ORDINALITY AS e (delivery, place) JOIN deliveries AS d ON d.id = e.delivery
    LEFT JOIN changes AS c ON c.seq = d.change_seq
    WHERE c.seq IS NOT NULL OR d.sample IS NOT NULL ORDER BY e.place RETURNING record_id AS record`,
};

/**
 * $1 now, $2 run, $3 subscription, $4 changes, $5 the deliveries that are sent again, $6 webhook-ids for changes
 * without a delivery.
 */
export const insertRecovered: PreparedStatement = {
  name: 'recovery_recover',
  text: `${INSERT_DELIVERIES_SQL}
    SELECT $3, c.record_id, c.seq, coalesce(d.webhook_id, e.webhook_id), 'resend', 'waiting', $1, $1, c.committed_on, d.id, NULL, NULL, $2, true
    FROM unnest($4::bigint[], $5::bigint[], $6::text[]) WITH ORDINALITY AS e (seq, delivery, webhook_id, place)
    JOIN changes AS c ON c.seq = e.seq LEFT JOIN deliveries AS d ON d.id = e.delivery
    WHERE NOT EXISTS (SELECT FROM deliveries AS o
      WHERE o.subscription = $3 AND o.change_seq = e.seq AND o.state NOT IN ('failed', 'dropped'))
    ORDER BY e.place RETURNING record_id AS record`,
};
