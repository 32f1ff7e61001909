/** Adds settled deliveries to the hourly counts of subscriptions, within the transaction that settles them. */

import { type Client, type PreparedStatement, queryRows } from '../postgres/connection.ts';
import { HOUR_COLUMNS, type HourTally, hourValues, MERGE_HOUR_SQL } from './delivery-hours.ts';

/** Writes the tallies in the order of the subscriptions, because the rows are locked in that order. */
export async function writeHours(client: Client, tallies: readonly HourTally[]): Promise<void> {
  if (tallies.length === 0) return;
  const values = tallies.map(hourValues);
  await queryRows(
    client,
    countHours,
    values[0]!.map((_, column) => values.map((row) => row[column]!)),
  );
}

/** $1 subscriptions, then a column each. */
const countHours: PreparedStatement = {
  name: 'count_hours',
  text: `INSERT INTO delivery_hours AS h (${HOUR_COLUMNS})
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
      $9::text[]) AS t (${HOUR_COLUMNS}) ORDER BY subscription ${MERGE_HOUR_SQL}`,
};
