/** Records that subscriptions are on, warned or off from now on, within the transaction that changes their state. */
import type { PeriodStart } from '../../../webhooks/subscriptions/periods.ts';
import { awaitPipelined, type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { MAX_PERIODS, MERGE_PERIOD_SQL } from './active-periods.ts';

export interface StartedPeriod extends PeriodStart {
  readonly subscription: number;
  readonly now: number;
}

/** Begins periods, at most one for each subscription. */
export async function beginPeriods(client: Client, begun: readonly StartedPeriod[]): Promise<void> {
  if (begun.length === 0) return;
  const subscriptions = begun.map(({ subscription }) => subscription);
  await awaitPipelined([
    queryRows(client, insertPeriods, [
      subscriptions,
      begun.map(({ now }) => now),
      begun.map(({ state }) => state),
      begun.map(({ why }) => why),
    ]),
    queryRows(client, forgetPeriods, [subscriptions]),
  ]);
}

/** $1 subscriptions, $2 times, $3 states and $4 reasons, in the same order. */
const insertPeriods: PreparedStatement = {
  name: 'begin_periods',
  text: `INSERT INTO subscription_periods (subscription, began_on, state, why)
    SELECT b.subscription, greatest(b.now, (SELECT max(p.began_on) FROM subscription_periods AS p WHERE p.subscription = b.subscription)),
      b.state, b.why
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS b (subscription, now, state, why)
    ${MERGE_PERIOD_SQL}`,
};

/** $1 subscriptions. */
const forgetPeriods: PreparedStatement = {
  name: 'forget_periods',
  text: `DELETE FROM subscription_periods AS p WHERE p.subscription = ANY ($1::bigint[]) AND p.began_on < (
      SELECT k.began_on FROM subscription_periods AS k WHERE k.subscription = p.subscription
      ORDER BY k.began_on DESC LIMIT 1 OFFSET ${MAX_PERIODS - 1})`,
};
