/**
 * The webhooks' part in transactions of other modules: the deliveries of a change, a revoked key, a removed account.
 */
import type { QueueNotification } from '../../webhooks/queue.ts';
import { createOffPeriod } from '../../webhooks/subscriptions/periods.ts';
import type { LogWatch } from '../records/log/log-watch.ts';
import type { FanOutRateLimiter } from './fan-out-rate-limiter.ts';
import { beginPeriod } from './subscriptions/active-periods.sqlite.ts';
import type { SqliteWebhookHooks } from './transaction-hooks.sqlite.ts';

export interface SqliteOutbox extends SqliteWebhookHooks {
  onWaiting(listener: (notice: QueueNotification) => void): void;
  /** Notifies the listeners after the current transaction. */
  tell(notice: QueueNotification): void;
}

interface Made {
  readonly subscription: number;
  readonly record: number;
  readonly waits: number;
}

const REMOVE_BATCH_ROWS = 50;

export function createSqliteOutbox(log: Pick<LogWatch, 'tell'>, pace: FanOutRateLimiter): SqliteOutbox {
  const listeners: ((notice: QueueNotification) => void)[] = [];
  let pending: QueueNotification[] = [];

  function tell(notice: QueueNotification): void {
    if (listeners.length === 0) return;
    // Transactions do not give up the thread: by the time a microtask runs, this one has been committed. If it was rolled
    // back instead, a lane looks and finds nothing.
    if (pending.length === 0) queueMicrotask(tellAll);
    pending.push(notice);
  }

  function tellAll(): void {
    const told = pending;
    pending = [];
    for (const notice of told) for (const listener of listeners) listener(notice);
  }

  return {
    onWaiting: (listener) => void listeners.push(listener),
    tell,
    paced: pace.paced,

    changed(connection, account, seq, events) {
      log.tell(account);
      // Nobody listens to most accounts, and looking costs half of what fanning out to nobody does.
      const heard = connection.prepare(HAS_ACTIVE_SUBSCRIPTION).get(account) === undefined ? [] : events;
      const made = heard.flatMap((action) => connection.prepare(FAN_OUT).all(seq, action) as unknown as Made[]);
      for (const { subscription, record, waits } of made) if (waits === 1) tell({ subscription, record });
      pace.made(account, made.length);
    },

    keyRevoked(connection, account, integrationID, at, reason) {
      const revoked = connection.prepare(DEACTIVATE_SUBSCRIPTIONS).all(reason, account, integrationID) as unknown as {
        key: number;
      }[];
      for (const { key } of revoked) {
        beginPeriod(connection, key, createOffPeriod(reason), at);
        tell({ subscription: key });
      }
    },

    accountRemoved(connection, account) {
      const { changes } = connection
        .prepare(`DELETE FROM deliveries WHERE id IN (
          SELECT d.id FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
          WHERE s.account = ? LIMIT ${REMOVE_BATCH_ROWS})`)
        .run(account);
      if (changes > 0) return 'more';
      const next = connection.prepare('SELECT key FROM subscriptions WHERE account = ? LIMIT 1').get(account);
      if (next === undefined) return 'done';
      // One at a time: with it go the hours and periods that were counted of it.
      connection.prepare('DELETE FROM recoveries WHERE subscription = ?').run(next.key!);
      connection.prepare('DELETE FROM subscriptions WHERE key = ?').run(next.key!);
      return 'more';
    },
  };
}

/**
 * True if the subscriber made the change itself, without approval by another, and does not want events of its own
 * changes.
 */
const IS_OWN_CHANGE_SQL = `s.include_own = FALSE AND c.by_kind = 'integration' AND c.by_id = s.integration_id AND c.approved_by IS NULL`;

const HAS_ACTIVE_SUBSCRIPTION = 'SELECT 1 FROM subscriptions WHERE account = ? AND active = TRUE LIMIT 1';

/**
 * Creates a delivery for each active subscription that matches, with a random id by which the subscriber identifies it.
 */
const FAN_OUT = `INSERT INTO deliveries
    (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on, settled_on)
  SELECT s.key, c.record_id, c.seq, 'msg_' || lower(hex(randomblob(16))), 'event', iif(${IS_OWN_CHANGE_SQL}, 'own', 'waiting'),
    iif(${IS_OWN_CHANGE_SQL}, NULL, c.committed_on), c.committed_on, c.committed_on, iif(${IS_OWN_CHANGE_SQL}, c.committed_on, NULL)
  FROM changes AS c
  CROSS JOIN subscriptions AS s INDEXED BY subscriptions_by_event
    ON s.account = c.account AND s.entity_type = c.type AND s.action = ?2 AND s.active = TRUE
  WHERE c.seq = ?1 AND (s.filter_value IS NULL OR s.filter_value = c.filter_value)
  RETURNING subscription, record_id AS record, state = 'waiting' AS waits`;

const DEACTIVATE_SUBSCRIPTIONS = `UPDATE subscriptions SET active = FALSE, deactivate_reason = ?
  WHERE account = ? AND integration_id = ? AND active = TRUE RETURNING key`;
