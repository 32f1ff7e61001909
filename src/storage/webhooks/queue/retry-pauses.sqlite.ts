/** Ends the retry pauses of refused deliveries, after the endpoint or the subscription's patience has changed. */
import type { SqliteConnection } from '../../sqlite/connection.ts';

/** Maximum number of records per transaction, because others wait for it. */
const RECORDS_PER_STEP = 500;
/** A number below every record id. */
export const BEFORE_FIRST_RECORD = -1;

/**
 * Ends the retry pauses of some records after `behind`. Returns the record after which to continue, undefined if there
 * are no more.
 */
export function endRetryPauses(connection: SqliteConnection, subscription: number, behind: number, now: number) {
  const seek = connection.prepare(NEXT_HEAD);
  let record = behind;
  for (let looked = 0; looked < RECORDS_PER_STEP; looked++) {
    const head = seek.get(subscription, record);
    if (head === undefined) return undefined;
    if (head.pauses === 1) connection.prepare(END_PAUSE).run(now, head.id as number, now);
    record = head.record_id as number;
  }
  return record;
}

/**
 * Selects the first waiting delivery of the next record. A delivery that waits behind another of its record has not
 * been tried, so it has no pause. Tests keep their pauses.
 */
const NEXT_HEAD = `SELECT d.id, d.record_id, d.attempts > 0 AND d.cause <> 'test' AS pauses
  FROM deliveries AS d INDEXED BY deliveries_waiting
  WHERE d.state = 'waiting' AND d.subscription = ? AND d.record_id > ? ORDER BY d.record_id, d.id LIMIT 1`;
const END_PAUSE = 'UPDATE deliveries SET due_on = ? WHERE id = ? AND due_on > ?';
