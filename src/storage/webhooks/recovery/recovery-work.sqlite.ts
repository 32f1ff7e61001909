/** Runs the steps of a shard's recoveries on SQLite. A step is written in the same transaction as waiting changes. */
import { Problem, Unanswerable } from '../../../problems.ts';
import { deriveMissedWebhookId } from '../../../webhooks/recovery/missed-webhook-id.ts';
import {
  MAX_STEP_DELAY_MS,
  progressAfter,
  type RecoveryProgress,
  type RecoveryStepCounts,
  recoveryOf,
} from '../../../webhooks/recovery/recovery-progress.ts';
import type { RecoveryWork } from '../../../webhooks/recovery/store.ts';
import { createRecoverySource, readProgress, type SqliteRecoveryContext, writeProgress } from './recoveries.sqlite.ts';
import type { RecoverableEvent } from './recovery-queries.ts';
import { isSameProgress, tallyOf } from './recovery-rows.ts';
import { type RecoveryScanResult, scanNext } from './recovery-scan.ts';
import { retentionHorizonAt, SUBSCRIBER_COLUMNS, type SubscriberRow } from './recovery-subscriber.ts';

export function createSqliteRecoveryWork(
  { connection, committer, outbox, readers, clock }: SqliteRecoveryContext,
  keptMs: number,
): RecoveryWork {
  const source = createRecoverySource(connection, readers);
  return {
    due: async (most) =>
      connection.prepare(LIST_DUE_RECOVERIES).all(clock.now(), most) as unknown as Awaited<
        ReturnType<RecoveryWork['due']>
      >,
    async step({ subscription, recovery }) {
      const row = readSubscriber(subscription);
      const before = readProgress(connection, subscription, recovery);
      if (row === undefined || before === undefined || !before.open) return undefined;
      const waiting = async () => waitingOf(subscription, recovery);
      const looked = await scanNext(source, row, before, retentionHorizonAt(clock.now(), keptMs), waiting);
      const stepped = await committer.write((now) => write(subscription, before, looked, now));
      if (stepped instanceof Problem) throw new Unanswerable(stepped);
      return stepped;
    },
  };

  function readSubscriber(subscription: number): SubscriberRow | undefined {
    return connection
      .prepare(`SELECT ${SUBSCRIBER_COLUMNS} FROM subscriptions AS s JOIN accounts AS a ON a.key = s.account
        WHERE s.key = ? AND s.removed_on IS NULL`)
      .get(subscription) as unknown as SubscriberRow | undefined;
  }

  function write(subscription: number, before: RecoveryProgress, looked: RecoveryScanResult | undefined, now: number) {
    const row = readSubscriber(subscription);
    const current = readProgress(connection, subscription, before.id);
    if (row === undefined || row.frozen || current === undefined || !isSameProgress(before, current)) return undefined;
    const counted = connection.prepare(COLLECT_SETTLED_DELIVERIES).all(subscription, current.id) as { state: string }[];
    const states = counted.map(({ state }) => state);
    const tally = tallyOf(states, waitingOf(subscription, current.id));
    const off = row.active ? undefined : (row.deactivate_reason ?? '');
    const progress = looked === undefined || off !== undefined ? undefined : make(row, current, looked, now);
    const after = progressAfter(current, { now, tally, off, progress });
    writeProgress(connection, subscription, after);
    const more = after.open && after.dueOn <= now;
    const heldUp = looked instanceof Problem ? looked : undefined;
    return { subscriptionID: row.id, before: recoveryOf(current), after: recoveryOf(after), more, heldUp };
  }

  function make(
    row: SubscriberRow,
    course: RecoveryProgress,
    looked: RecoveryScanResult,
    now: number,
  ): RecoveryStepCounts | 'held up' {
    if (looked instanceof Problem) return 'held up';
    if ('counted' in looked) return looked;
    const { events, through } = looked;
    const made = events.filter((event) => makeDelivery(row, course, event, now)).length;
    return { made, skipped: events.length - made, through };
  }

  /** Creates a delivery for the event. Returns false if the event no longer needs to be sent. */
  function makeDelivery(
    row: SubscriberRow,
    { id, wish }: RecoveryProgress,
    event: RecoverableEvent,
    now: number,
  ): boolean {
    const { place, record, delivery, version, committed_on } = event;
    const [account, type] = [row.account_id, row.entity_type];
    const missed = { account, subscriptionID: row.id, type, record, version: version!, committedOn: committed_on! };
    const { changes } =
      wish.kind === 'resend'
        ? connection.prepare(INSERT_RESEND).run(now, id, delivery)
        : connection.prepare(INSERT_RECOVERED).run(now, id, row.key, place, delivery, deriveMissedWebhookId(missed));
    if (changes > 0) outbox.tell({ subscription: row.key, record });
    return changes > 0;
  }

  function waitingOf(subscription: number, recovery: number): number {
    return (connection.prepare(COUNT_QUEUED_DELIVERIES).get(subscription, recovery) as { waiting: number }).waiting;
  }
}

/**
 * ?1 now, ?2 how many. Selects only a few of each account, so that the runs of one account do not delay those of
 * another.
 */
const LIST_DUE_RECOVERIES = `SELECT subscription, recovery, account FROM (
    SELECT r.subscription, r.id AS recovery, a.id AS account, r.due_on,
      row_number() OVER (PARTITION BY s.account ORDER BY r.due_on) AS place
    FROM recoveries AS r INDEXED BY recoveries_open JOIN subscriptions AS s ON s.key = r.subscription
    JOIN accounts AS a ON a.key = s.account
    WHERE r.open = TRUE AND (r.due_on <= ?1 OR r.due_on > ?1 + ${MAX_STEP_DELAY_MS}) AND s.removed_on IS NULL AND a.frozen = FALSE
  ) WHERE place <= 4 ORDER BY due_on LIMIT ?2`;

const COUNT_QUEUED_DELIVERIES = `SELECT count(*) AS waiting FROM deliveries INDEXED BY deliveries_uncounted
  WHERE uncounted = TRUE AND subscription = ? AND recovery = ? AND state = 'waiting'`;

const COLLECT_SETTLED_DELIVERIES = `UPDATE deliveries SET uncounted = FALSE WHERE id IN (
    SELECT id FROM deliveries INDEXED BY deliveries_uncounted
    WHERE uncounted = TRUE AND subscription = ? AND recovery = ? AND state <> 'waiting')
  RETURNING state`;

const INSERT_DELIVERIES_SQL = `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on,
    resend_of, sample, sample_record_id, recovery, uncounted)`;

/** ?1 now, ?2 run, ?3 delivery. */
const INSERT_RESEND = `${INSERT_DELIVERIES_SQL}
  SELECT d.subscription, d.record_id, d.change_seq, d.webhook_id, 'resend', 'waiting', ?1, ?1, d.processed_on, d.id, d.sample, d.sample_record_id, ?2, TRUE
  FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq
  WHERE d.id = ?3 AND (c.seq IS NOT NULL OR d.sample IS NOT NULL)`;

/**
 * ?1 now, ?2 run, ?3 subscription, ?4 change, ?5 the delivery that is sent again or null, ?6 the webhook-id if there is
 * none.
 */
const INSERT_RECOVERED = `${INSERT_DELIVERIES_SQL}
  SELECT ?3, c.record_id, c.seq, coalesce(d.webhook_id, ?6), 'resend', 'waiting', ?1, ?1, c.committed_on, d.id, NULL, NULL, ?2, TRUE
  FROM changes AS c LEFT JOIN deliveries AS d ON d.id = ?5
  WHERE c.seq = ?4 AND NOT EXISTS (
    SELECT 1 FROM deliveries AS o WHERE o.subscription = ?3 AND o.change_seq = ?4 AND o.state NOT IN ('failed', 'dropped'))`;
