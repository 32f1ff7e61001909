/** The first answers to writes under an Idempotency-Key, kept for 24 hours. */
import type { IdempotencyKey } from '../../../accounts/idempotency.ts';
import type { Problem } from '../../../problems.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { awaitPipelined, type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { IDEMPOTENCY_TTL_MS, type IdempotentAnswerRow, resolveAnswer } from './idempotency.ts';

export async function findAnswer(
  client: Client,
  account: number,
  once: IdempotencyKey,
): Promise<StoredRecord | Problem | undefined> {
  const [answer] = await queryRows<IdempotentAnswerRow>(client, findKey, [account, once.integrationID, once.key]);
  return resolveAnswer(answer, once);
}

/**
 * Saves the first answer under a key. Each call also deletes a few expired keys, so that no separate cleanup is needed.
 */
export async function saveAnswer(
  client: Client,
  account: number,
  key: IdempotencyKey,
  { type, record, now }: { type: string; record: StoredRecord; now: number },
): Promise<void> {
  const { id, version, text } = record;
  await awaitPipelined([
    queryRows(client, deleteExpiredAnswers, [now - IDEMPOTENCY_TTL_MS]),
    queryRows(client, forgetKey, [account, key.integrationID, key.key, now - IDEMPOTENCY_TTL_MS]),
    queryRows(client, keepKey, [account, key.integrationID, key.key, key.fingerprint, type, id, version, text, now]),
  ]);
}

const findKey: PreparedStatement = {
  name: 'find_idempotency_key',
  text: `SELECT fingerprint, record_id, version, text FROM idempotency_keys
    WHERE account = $1 AND integration_id = $2 AND key = $3
      AND created_on > extract(epoch FROM clock_timestamp()) * 1000 - ${IDEMPOTENCY_TTL_MS}`,
};

export const deleteExpiredAnswers: PreparedStatement = {
  name: 'forget_expired_idempotency_keys',
  text: `DELETE FROM idempotency_keys WHERE (account, integration_id, key) IN (
      SELECT account, integration_id, key FROM idempotency_keys WHERE created_on <= $1
      ORDER BY created_on LIMIT 10 FOR UPDATE SKIP LOCKED
    )`,
};

const forgetKey: PreparedStatement = {
  name: 'forget_idempotency_key',
  text: `DELETE FROM idempotency_keys WHERE account = $1 AND integration_id = $2 AND key = $3 AND created_on <= $4`,
};

/** Fails on a key that another request has just used. The change then runs again and finds that request's answer. */
const keepKey: PreparedStatement = {
  name: 'keep_idempotency_key',
  text: `INSERT INTO idempotency_keys
      (account, integration_id, key, fingerprint, type, record_id, version, text, created_on)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
