/** Repeats of a write under the same key answer with the first answer, for 24 hours. */
import type { IdempotencyKey } from '../../accounts/idempotency.ts';
import type { Problem } from '../../problems.ts';
import type { StoredRecord } from '../../records/store.ts';
import { idempotencyKeyReused } from '../refusals.ts';
import type { Connection } from './connection.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

interface Row {
  readonly fingerprint: string;
  readonly record_id: number;
  readonly version: number;
  readonly text: string;
}

export function findAnswer(
  connection: Connection,
  account: number,
  { integrationID, key, fingerprint }: IdempotencyKey,
  now: number,
): StoredRecord | Problem | undefined {
  const row = connection
    .prepare(`SELECT fingerprint, record_id, version, text FROM idempotency_keys
      WHERE account = ? AND integration_id = ? AND key = ? AND created_on > ?`)
    .get(account, integrationID, key, now - KEPT_MS) as Row | undefined;
  if (row === undefined) return undefined;
  if (row.fingerprint !== fingerprint) return idempotencyKeyReused();
  return { id: row.record_id, version: row.version, text: row.text };
}

export function keepAnswer(
  connection: Connection,
  account: number,
  { integrationID, key, fingerprint }: IdempotencyKey,
  type: string,
  record: StoredRecord,
  now: number,
): void {
  forgetExpired(connection, now);
  connection
    .prepare(`INSERT OR REPLACE INTO idempotency_keys
      (account, integration_id, key, fingerprint, type, record_id, version, text, created_on)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(account, integrationID, key, fingerprint, type, record.id, record.version, record.text, now);
}

/** More than one for each that comes, so that they never pile up, and few, so that no change waits for them. */
function forgetExpired(connection: Connection, now: number): void {
  connection
    .prepare(`DELETE FROM idempotency_keys WHERE rowid IN (
      SELECT rowid FROM idempotency_keys WHERE created_on <= ? ORDER BY created_on LIMIT 5)`)
    .run(now - KEPT_MS);
}
