/** The pauses of deliveries that were refused: over when something about the endpoint, or the patience with it, has changed. */
import { type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { NOW_MS_SQL } from './leases.postgres.ts';
import { recordHeadsSql } from './probe-candidates.postgres.ts';

/** Records looked at in one transaction, while those who settle wait for it. */
const RECORDS_PER_STEP = 500;
/** Below every record. */
export const BEFORE_FIRST_RECORD = -1;

/** Of the records behind one of them; gives the one behind which to go on, undefined where there are no more. */
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
 * $1 subscription, $2 the record behind which to begin, $3 how many. What waits behind another of its record has not been tried, and has
 * no pause. Tests keep theirs.
 */
const endPausesBehind: PreparedStatement = {
  name: 'end_pauses',
  text: `WITH RECURSIVE ${recordHeadsSql('$3', '$2')}, ended AS (
      UPDATE deliveries AS d SET due_on = ${NOW_MS_SQL} FROM sought AS s
      WHERE d.id = s.id AND d.attempts > 0 AND d.cause <> 'test' AND d.due_on > ${NOW_MS_SQL}
    )
    SELECT max(record_id) AS last, count(*) AS heads FROM sought`,
};
