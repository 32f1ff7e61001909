/** Columns of the periods of subscriptions. Both engines share this code. */
import type { PeriodState, SubscriptionPeriod } from '../../../webhooks/subscriptions/periods.ts';

/**
 * SQL that follows an INSERT into `subscription_periods`. If two periods begin in the same millisecond, the later one
 * replaces the earlier. No period begins before its predecessor, even if the clock was set back.
 */
export const MERGE_PERIOD_SQL =
  'ON CONFLICT (subscription, began_on) DO UPDATE SET state = excluded.state, why = excluded.why';

/**
 * Maximum number of periods kept for a subscription. An endpoint that fails and recovers all the time would create any
 * number of them.
 */
export const MAX_PERIODS = 1_000;

export interface PeriodRow {
  readonly began_on: number;
  readonly state: string;
  readonly why: string | null;
}

export function periodOf({ began_on, state, why }: PeriodRow): SubscriptionPeriod {
  return { beganOn: began_on, state: state as PeriodState, why };
}
