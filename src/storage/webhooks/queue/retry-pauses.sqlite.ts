/** The pauses of deliveries that were refused: over when something about the endpoint, or the patience with it, has changed. */
import type { SqliteConnection } from '../../sqlite/connection.ts';

/** Records looked at in one transaction, while others wait for it. */
const RECORDS_PER_STEP = 500;
/** Below every record. */
export const BEFORE_FIRST_RECORD = -1;

/** Of the records behind one of them; gives the one behind which to go on, undefined where there are no more. */
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

/** What waits behind another of its record has not been tried, and has no pause. Tests keep theirs. */
const NEXT_HEAD = `SELECT d.id, d.record_id, d.attempts > 0 AND d.cause <> 'test' AS pauses
  FROM deliveries AS d INDEXED BY deliveries_waiting
  WHERE d.state = 'waiting' AND d.subscription = ? AND d.record_id > ? ORDER BY d.record_id, d.id LIMIT 1`;
const END_PAUSE = 'UPDATE deliveries SET due_on = ? WHERE id = ? AND due_on > ?';
