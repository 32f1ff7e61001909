/** The first answers to writes under an Idempotency-Key, kept for 24 hours: what both engines have in common. */
import type { IdempotencyKey } from '../../../accounts/idempotency.ts';
import type { Problem } from '../../../problems.ts';
import type { StoredRecord } from '../../../records/store.ts';
import { idempotencyKeyReused } from '../../sql/database-problems.ts';
import { type SqlStatement, yieldRows } from '../../sql/portable-sql.ts';

export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;

export interface IdempotentAnswerRow {
  readonly fingerprint: string;
  readonly record_id: number;
  readonly version: number;
  readonly text: string;
}

/** Returns undefined if the request is the first under its key. */
export function resolveAnswer(
  row: IdempotentAnswerRow | undefined,
  { fingerprint }: IdempotencyKey,
): StoredRecord | Problem | undefined {
  if (row === undefined) return undefined;
  if (row.fingerprint !== fingerprint) return idempotencyKeyReused();
  return { id: row.record_id, version: row.version, text: row.text };
}

/** Within a transaction that repeats wait for. */
export function* findAnswer(account: number, once: IdempotencyKey, now: number) {
  const [row] = yield* yieldRows<IdempotentAnswerRow>(SELECT_ANSWER_SQL, [
    account,
    once.integrationID,
    once.key,
    now - IDEMPOTENCY_TTL_MS,
  ]);
  return resolveAnswer(row, once);
}

/** `forget`: the engine's statement that deletes a few expired answers; $1 is the expiry time. */
export function* saveAnswer(
  account: number,
  { integrationID, key, fingerprint }: IdempotencyKey,
  { type, id, text, now }: { readonly type: string; readonly id: number; readonly text: string; readonly now: number },
  forget: string,
): Generator<SqlStatement, void, readonly unknown[]> {
  yield [forget, [now - IDEMPOTENCY_TTL_MS]];
  yield [DELETE_EXPIRED_ANSWER_SQL, [account, integrationID, key, now - IDEMPOTENCY_TTL_MS]];
  yield [INSERT_ANSWER_SQL, [account, integrationID, key, fingerprint, type, id, text, now]];
}

const SELECT_ANSWER_SQL = `SELECT fingerprint, record_id, version, text FROM idempotency_keys
  WHERE account = $1 AND integration_id = $2 AND key = $3 AND created_on > $4`;
const DELETE_EXPIRED_ANSWER_SQL =
  'DELETE FROM idempotency_keys WHERE account = $1 AND integration_id = $2 AND key = $3 AND created_on <= $4';
/**
 * Fails on a key that another request has just used. The transaction then runs again and finds that request's answer.
 */
const INSERT_ANSWER_SQL = `INSERT INTO idempotency_keys (account, integration_id, key, fingerprint, type, record_id, version, text, created_on)
  VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8)`;
