/** Records that a subscription is on, warned or off from now on, within the transaction that changes its state. */
import type { PeriodStart } from '../../../webhooks/subscriptions/periods.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { MAX_PERIODS, MERGE_PERIOD_SQL } from './active-periods.ts';

export function beginPeriod(
  connection: SqliteConnection,
  subscription: number,
  period: PeriodStart,
  now: number,
): void {
  connection.prepare(INSERT_PERIOD).run(subscription, now, period.state, period.why);
  connection.prepare(PRUNE_PERIODS).run(subscription);
}

const INSERT_PERIOD = `INSERT INTO subscription_periods (subscription, began_on, state, why)
  VALUES (?1, max(?2, coalesce((SELECT max(began_on) FROM subscription_periods WHERE subscription = ?1), 0)), ?3, ?4)
  ${MERGE_PERIOD_SQL}`;

const PRUNE_PERIODS = `DELETE FROM subscription_periods WHERE subscription = ?1 AND began_on < (
  SELECT began_on FROM subscription_periods WHERE subscription = ?1 ORDER BY began_on DESC LIMIT 1 OFFSET ${MAX_PERIODS - 1})`;
