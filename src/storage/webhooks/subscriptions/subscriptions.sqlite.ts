/** Store of the subscriptions of one key on SQLite, and of deliveries that a client requests (tests and resends). */
import type { AccountScope } from '../../../accounts/account.ts';
import type { CreateAuditEntry } from '../../../accounts/remembered.ts';
import type { Seals } from '../../../lib/sealed.ts';
import { Problem } from '../../../problems.ts';
import { outageAfterChange } from '../../../webhooks/delivery/settle/outage.ts';
import type { Delivery } from '../../../webhooks/delivery.ts';
import {
  eventNotResendable,
  keyRevoked,
  subscriptionInactive,
  tooManySubscriptions,
} from '../../../webhooks/refusals.ts';
import type { SubscriptionStore } from '../../../webhooks/store.ts';
import { detectPeriodChange, ON_PERIOD } from '../../../webhooks/subscriptions/periods.ts';
import { SAMPLE_RECORD_ID } from '../../../webhooks/subscriptions/sample-record.ts';
import { createSigningSecret, formatSigningSecret } from '../../../webhooks/subscriptions/signing-secrets.ts';
import { type Subscription, stringifyNewSubscription } from '../../../webhooks/subscriptions/subscription.ts';
import { auditEntryStatements } from '../../people/audit-entry.ts';
import type { Committer } from '../../records/changes/committer.sqlite.ts';
import { findAnswer, saveAnswer } from '../../records/changes/idempotency.sqlite.ts';
import { isFrozen } from '../../records/changes/write-change.sqlite.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { runStatements } from '../../sql/portable-sql.sqlite.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { translateFailures } from '../../sqlite/failures.ts';
import { readAudience } from '../audience.sqlite.ts';
import type { SqliteOutbox } from '../outbox.sqlite.ts';
import type { LaneQueries } from '../queue/lane-queries.sqlite.ts';
import { dropWaitingDeliveries } from '../queue/queue.sqlite.ts';
import { BEFORE_FIRST_RECORD, endRetryPauses } from '../queue/retry-pauses.sqlite.ts';
import { CLEAR_OUTAGE_SQL, endpointStateOf } from '../queue/settle.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  deliveryOf,
  NAMED_INTEGRATION,
  SUBSCRIPTION_COLUMNS,
  SUBSCRIPTION_INPUT_COLUMNS,
  type SubscriptionRow,
  stringifySample,
  subscriptionInputValues,
  subscriptionOf,
} from '../rows.ts';
import { beginPeriod } from './active-periods.sqlite.ts';
import {
  openIdempotentAnswer,
  rotateSigningSecrets,
  sealIdempotentAnswer,
  sealSigningSecrets,
} from './subscription-secrets.ts';

export interface SqliteSubscriptionContext {
  readonly connection: SqliteConnection;
  readonly committer: Committer;
  readonly outbox: SqliteOutbox;
  readonly seals: Seals;
  readonly questions: LaneQueries;
}

/** A subscription whose records after `behind` may still have retry pauses. */
interface Paused {
  readonly key: number;
  readonly behind: number;
}

/** Maximum number of rows dropped in one transaction, because others wait for it. */
const DROP_BATCH_ROWS = 500;

export function createSqliteSubscriptionStore(
  { connection, committer, outbox, seals, questions }: SqliteSubscriptionContext,
  scope: AccountScope,
  integrationID: string,
): SubscriptionStore {
  const { key: account } = scope;
  return {
    audience: (events, named) =>
      readAudience(
        { connection, questions },
        scope,
        named === undefined ? integrationID : NAMED_INTEGRATION[named],
        events,
      ),
    list: async () =>
      translateFailures(() => {
        const rows = connection
          .prepare(`SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
            WHERE account = ? AND integration_id = ? AND removed_on IS NULL ORDER BY id`)
          .all(account, integrationID) as unknown as SubscriptionRow[];
        return rows.map(shown);
      }),

    find: async (id) =>
      translateFailures(() => {
        const row = findRow(id);
        return row && shown(row);
      }),

    create: (wishes, most, { once, remembers } = {}) =>
      unlessFrozen((now) => {
        const answer = once && findAnswer(connection, account, once, now);
        if (answer instanceof Problem) return answer;
        if (answer !== undefined) {
          return { ...answer, text: openIdempotentAnswer(seals, account, once!, answer.text), replayed: true };
        }
        if (isRevoked()) return keyRevoked();
        const held = connection
          .prepare(`SELECT count(*) FILTER (WHERE integration_id = ?) AS of_key, count(*) AS of_account
            FROM subscriptions WHERE account = ? AND removed_on IS NULL`)
          .get(integrationID, account) as { of_key: number; of_account: number };
        const tooMany = tooManySubscriptions(held, most);
        if (tooMany) return tooMany;
        const { last_id: id } = connection
          .prepare(`INSERT INTO record_counters (account, type, last_id) VALUES (?, 'Webhooks', 1)
            ON CONFLICT (account, type) DO UPDATE SET last_id = last_id + 1 RETURNING last_id`)
          .get(account) as { last_id: number };
        const secret = createSigningSecret();
        const columns = [
          'account',
          'id',
          'integration_id',
          'entity_type',
          'action',
          'created_on',
          'signing_secrets',
          ...SUBSCRIPTION_INPUT_COLUMNS,
        ];
        connection
          .prepare(`INSERT INTO subscriptions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
          .run(
            ...[account, id, integrationID, wishes.entityType, wishes.action, now],
            sealSigningSecrets(seals, { account, id }, [secret]),
            ...subscriptionInputValues(seals, { account, id }, wishes),
          );
        const made = findRow(id)!;
        beginPeriod(connection, made.key, ON_PERIOD, now);
        const text = stringifyNewSubscription(shown(made), formatSigningSecret(secret));
        if (once !== undefined) {
          const kept = { id, version: 1, text: sealIdempotentAnswer(seals, account, once, text) };
          saveAnswer(connection, account, once, 'Webhooks', kept, now);
        }
        remember(remembers, id);
        return { id, text, replayed: false };
      }),

    async change(id, decide, remembers) {
      const changed = await unlessFrozen((now) => {
        const row = findRow(id);
        if (row === undefined) return { subscription: undefined };
        const before = shown(row);
        const wishes = decide(before);
        if (wishes instanceof Problem) return wishes;
        connection
          .prepare(
            `UPDATE subscriptions SET ${SUBSCRIPTION_INPUT_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE key = ?`,
          )
          .run(...subscriptionInputValues(seals, row, wishes), row.key);
        const outage = outageAfterChange(before, wishes);
        if (outage === 'ended') connection.prepare(END_OUTAGE).run(row.key);
        if (outage === 'tried at once') connection.prepare(PROBE_IMMEDIATELY).run(now, row.key);
        const paused = outage === 'stays' ? undefined : endPausesOf(row, now);
        outbox.tell({ subscription: row.key });
        remember(remembers, id);
        return { subscription: shown(findRow(id)!), paused };
      });
      if (changed instanceof Problem) return changed;
      await endFurtherPauses(changed.paused);
      return changed.subscription;
    },

    async reactivate(id, remembers) {
      for (;;) {
        const done = await unlessFrozen((now) => {
          const row = findRow(id);
          if (row === undefined) return { subscription: undefined };
          if (isRevoked()) return keyRevoked();
          if (dropWaitingDeliveries(connection, row.key, now, DROP_BATCH_ROWS) === DROP_BATCH_ROWS) return 'more';
          connection
            .prepare(`UPDATE subscriptions SET active = TRUE, deactivate_reason = NULL, failures_in_a_row = 0, ${CLEAR_OUTAGE_SQL}
              WHERE key = ?`)
            .run(row.key);
          const before = endpointStateOf(row);
          const begun = detectPeriodChange(before, {
            ...before,
            active: true,
            deactivateReason: null,
            failuresInARow: 0,
          });
          if (begun !== undefined) beginPeriod(connection, row.key, begun, now);
          const paused = endPausesOf(row, now);
          outbox.tell({ subscription: row.key });
          remember(remembers, id);
          return { subscription: shown(findRow(id)!), paused };
        });
        if (done === 'more') continue;
        if (done instanceof Problem) return done;
        await endFurtherPauses(done.paused);
        return done.subscription;
      }
    },

    async rotateSecret(id, graceMs, remembers) {
      const done = await unlessFrozen((now) => {
        const row = findRow(id);
        if (row === undefined) return { rotated: undefined };
        const { kept, rotated } = rotateSigningSecrets(seals, row, now, graceMs);
        connection.prepare('UPDATE subscriptions SET signing_secrets = ? WHERE key = ?').run(kept, row.key);
        // What waits may wait because it could not be signed, or because its receiver knows another secret.
        connection.prepare(PROBE_IMMEDIATELY).run(now, row.key);
        const paused = endPausesOf(row, now);
        outbox.tell({ subscription: row.key });
        remember(remembers, id);
        return { rotated, paused };
      });
      if (done instanceof Problem) return done;
      await endFurtherPauses(done.paused);
      return done.rotated;
    },

    remove: (id, remembers) =>
      unlessFrozen((now) => {
        const row = findRow(id);
        if (row === undefined) return undefined;
        connection.prepare('UPDATE subscriptions SET active = FALSE, removed_on = ? WHERE key = ?').run(now, row.key);
        outbox.tell({ subscription: row.key });
        remember(remembers, id);
        return 'removed' as const;
      }),

    test: (id, sampleOf) =>
      unlessFrozen((now) => {
        const row = findRow(id);
        if (row === undefined) return undefined;
        const sample = sampleOf(shown(row), now);
        // A test is sent at once, also while nothing else is: so the lane is told of more than a record's news.
        outbox.tell({ subscription: row.key });
        const { lastInsertRowid } = connection
          .prepare(`INSERT INTO deliveries
            (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on, sample,
              sample_record_id)
            VALUES (?, ?, 0, 'msg_' || lower(hex(randomblob(16))), 'test', 'waiting', ?, ?, ?, ?, ?)`)
          .run(
            row.key,
            SAMPLE_RECORD_ID,
            now,
            now,
            sample.processedOn ?? now,
            stringifySample(sample),
            sample.recordID ?? null,
          );
        const numbered = connection
          .prepare(`UPDATE deliveries SET record_id = record_id - id WHERE id = ? RETURNING ${DELIVERY_COLUMNS}`)
          .get(lastInsertRowid);
        return insertDelivery(numbered, row.key);
      }),

    resend: (id, deliveryID) =>
      unlessFrozen((now) => {
        const row = findRow(id);
        if (row === undefined || findDelivery(row.key, deliveryID) === undefined) return undefined;
        if (!row.active) return subscriptionInactive();
        const made = connection
          .prepare(`INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on,
              processed_on, resend_of, sample, sample_record_id)
            SELECT d.subscription, d.record_id, d.change_seq, d.webhook_id, 'resend', 'waiting', ?, ?, d.processed_on, d.id,
              d.sample, d.sample_record_id
            FROM deliveries AS d LEFT JOIN changes AS c ON c.seq = d.change_seq
            WHERE d.id = ? AND (c.seq IS NOT NULL OR d.sample IS NOT NULL)
            RETURNING ${DELIVERY_COLUMNS}`)
          .get(now, now, deliveryID);
        return made === undefined ? eventNotResendable() : insertDelivery(made, row.key);
      }),

    delivery: async (id, deliveryID) =>
      translateFailures(() => {
        const row = findRow(id);
        return row && findDelivery(row.key, deliveryID);
      }),
  };

  function unlessFrozen<Result>(work: (now: number) => Result): Promise<Result | Problem> {
    return committer.write((now) => (isFrozen(connection, account) ? accountFrozen() : work(now)));
  }

  /**
   * Ends the pauses of a patient subscription. Without patience, the general retry rules set the pauses, so they stay.
   */
  function endPausesOf({ key, patience_ms }: SubscriptionRow, now: number): Paused | undefined {
    const behind = patience_ms === null ? undefined : endRetryPauses(connection, key, BEFORE_FIRST_RECORD, now);
    return behind === undefined ? undefined : { key, behind };
  }

  /** Ends the pauses that the first transaction left. If this fails, they expire by themselves. */
  async function endFurtherPauses(paused: Paused | undefined): Promise<void> {
    for (let left = paused; left !== undefined; ) {
      const { key, behind } = left;
      const next = await committer.write((now) => {
        outbox.tell({ subscription: key });
        return endRetryPauses(connection, key, behind, now);
      });
      left = typeof next === 'number' ? { key, behind: next } : undefined;
    }
  }

  function remember(remembers: CreateAuditEntry | undefined, id: number): void {
    runStatements(connection, auditEntryStatements(account, remembers?.(`Webhooks/${id}`)));
  }

  function isRevoked(): boolean {
    const key = connection.prepare('SELECT revoked_on FROM integrations WHERE account = ? AND id = ?');
    return typeof key.get(account, integrationID)?.revoked_on === 'number';
  }

  function shown(row: SubscriptionRow): Subscription {
    return subscriptionOf(seals, row);
  }

  function findRow(id: number): SubscriptionRow | undefined {
    return findSubscription(connection, account, integrationID, id);
  }

  function findDelivery(subscription: number, id: number): Delivery | undefined {
    const row = connection
      .prepare(`SELECT ${DELIVERY_COLUMNS} FROM deliveries WHERE id = ? AND subscription = ?`)
      .get(id, subscription) as unknown as DeliveryRow | undefined;
    return row && deliveryOf(row);
  }

  function insertDelivery(row: unknown, subscription: number): Delivery {
    outbox.tell({ subscription, record: (row as DeliveryRow).record_id });
    return deliveryOf(row as DeliveryRow);
  }
}

const END_OUTAGE = `UPDATE subscriptions SET ${CLEAR_OUTAGE_SQL} WHERE key = ?`;
const PROBE_IMMEDIATELY = 'UPDATE subscriptions SET next_try_on = ? WHERE key = ? AND down_since IS NOT NULL';

export function findSubscription(
  connection: SqliteConnection,
  account: number,
  integrationID: string,
  id: number,
): SubscriptionRow | undefined {
  return connection
    .prepare(`SELECT ${SUBSCRIPTION_COLUMNS} FROM subscriptions
      WHERE account = ? AND id = ? AND integration_id = ? AND removed_on IS NULL`)
    .get(account, id, integrationID) as unknown as SubscriptionRow | undefined;
}
