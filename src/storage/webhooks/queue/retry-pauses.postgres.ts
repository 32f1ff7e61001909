/** The pauses of deliveries that were refused: over when something about the endpoint, or the patience with it, has changed. */
import { type Client, rows, type Statement } from '../../postgres/connection.ts';
import { NOW } from './leases.postgres.ts';
import { headsOfRecords } from './probe-candidates.postgres.ts';

/** Records looked at in one transaction, while those who settle wait for it. */
const LOOKED_AT_ONCE = 500;
/** Below every record. */
export const FIRST = -1;

/** Of the records behind one of them; gives the one behind which to go on, undefined where there are no more. */
export async function endPauses(client: Client, subscription: number, behind: number): Promise<number | undefined> {
  const [looked] = await rows<{ last: number; heads: number }>(client, endPausesBehind, [
    subscription,
    behind,
    LOOKED_AT_ONCE,
  ]);
  return looked!.heads === LOOKED_AT_ONCE ? looked!.last : undefined;
}

/**
 * $1 subscription, $2 the record behind which to begin, $3 how many. What waits behind another of its record has not been tried, and has
 * no pause. Tests keep theirs.
 */
const endPausesBehind: Statement = {
  name: 'end_pauses',
  text: `WITH RECURSIVE ${headsOfRecords('$3', '$2')}, ended AS (
      UPDATE deliveries AS d SET due_on = ${NOW} FROM sought AS s
      WHERE d.id = s.id AND d.attempts > 0 AND d.cause <> 'test' AND d.due_on > ${NOW}
    )
    SELECT max(record_id) AS last, count(*) AS heads FROM sought`,
};
