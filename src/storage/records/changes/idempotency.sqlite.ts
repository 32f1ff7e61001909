/** Answers repeated writes under the same key with the first answer, for 24 hours. */
import type { IdempotencyKey } from '../../../accounts/idempotency.ts';
import type { Problem } from '../../../problems.ts';
import type { StoredRecord } from '../../../records/store.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { IDEMPOTENCY_TTL_MS, type IdempotentAnswerRow, resolveAnswer } from './idempotency.ts';

export function findAnswer(
  connection: SqliteConnection,
  account: number,
  once: IdempotencyKey,
  now: number,
): StoredRecord | Problem | undefined {
  const row = connection
    .prepare(`SELECT fingerprint, record_id, version, text FROM idempotency_keys
      WHERE account = ? AND integration_id = ? AND key = ? AND created_on > ?`)
    .get(account, once.integrationID, once.key, now - IDEMPOTENCY_TTL_MS) as IdempotentAnswerRow | undefined;
  return resolveAnswer(row, once);
}

export function saveAnswer(
  connection: SqliteConnection,
  account: number,
  { integrationID, key, fingerprint }: IdempotencyKey,
  type: string,
  record: StoredRecord,
  now: number,
): void {
  connection.prepare(DELETE_EXPIRED_ANSWERS_SQL).run(now - IDEMPOTENCY_TTL_MS);
  connection
    .prepare(`INSERT OR REPLACE INTO idempotency_keys
      (account, integration_id, key, fingerprint, type, record_id, version, text, created_on)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(account, integrationID, key, fingerprint, type, record.id, record.version, record.text, now);
}

/**
 * Deletes a few expired answers: more than one per new answer, so that they never accumulate, but few, so that no
 * change waits.
 */
export const DELETE_EXPIRED_ANSWERS_SQL = `DELETE FROM idempotency_keys WHERE rowid IN (
  SELECT rowid FROM idempotency_keys WHERE created_on <= ?1 ORDER BY created_on LIMIT 5)`;
