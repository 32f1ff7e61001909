/** Writes that a subscription is on, warned or off from now on, within the transaction that makes it so. */
import type { Beginning } from '../../../webhooks/subscriptions/periods.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { BEGIN_PERIOD, MOST_PERIODS } from './active-periods.ts';

export function beginPeriod(connection: Connection, subscription: number, period: Beginning, now: number): void {
  connection.prepare(BEGIN).run(subscription, now, period.state, period.why);
  connection.prepare(FORGET).run(subscription);
}

const BEGIN = `INSERT INTO subscription_periods (subscription, began_on, state, why)
  VALUES (?1, max(?2, coalesce((SELECT max(began_on) FROM subscription_periods WHERE subscription = ?1), 0)), ?3, ?4)
  ${BEGIN_PERIOD}`;

const FORGET = `DELETE FROM subscription_periods WHERE subscription = ?1 AND began_on < (
  SELECT began_on FROM subscription_periods WHERE subscription = ?1 ORDER BY began_on DESC LIMIT 1 OFFSET ${MOST_PERIODS - 1})`;
