/** Ends the retry pauses of refused deliveries, after the endpoint or the subscription's patience has changed. */
import { type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { NOW_MS_SQL } from './leases.postgres.ts';
import { recordHeadsSql } from './probe-candidates.postgres.ts';

/** Maximum number of records per transaction, because settling waits for it. */
const RECORDS_PER_STEP = 500;
/** A number below every record id. */
export const BEFORE_FIRST_RECORD = -1;

/**
 * Ends the retry pauses of some records after `behind`. Returns the record after which to continue, undefined if there
 * are no more.
 */
export async function endRetryPauses(
  client: Client,
  subscription: number,
  behind: number,
): Promise<number | undefined> {
  const [looked] = await queryRows<{ last: number; heads: number }>(client, endPausesBehind, [
    subscription,
    behind,
    RECORDS_PER_STEP,
  ]);
  return looked!.heads === RECORDS_PER_STEP ? looked!.last : undefined;
}

/**
 * $1 subscription, $2 the record after which to begin, $3 how many. A delivery that waits behind another of its record
 * has not been tried, so it has no pause. Tests keep their pauses.
 */
const endPausesBehind: PreparedStatement = {
  name: 'end_pauses',
  text: `WITH RECURSIVE ${recordHeadsSql('$3', '$2')}, ended AS (
      UPDATE deliveries AS d SET due_on = ${NOW_MS_SQL} FROM sought AS s
      WHERE d.id = s.id AND d.attempts > 0 AND d.cause <> 'test' AND d.due_on > ${NOW_MS_SQL}
    )
    SELECT max(record_id) AS last, count(*) AS heads FROM sought`,
};
