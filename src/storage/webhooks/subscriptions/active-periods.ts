/** How the periods of subscriptions lie in their table: the same on both engines. */
import type { PeriodState, SubscriptionPeriod } from '../../../webhooks/subscriptions/periods.ts';

/**
 * Behind an INSERT into `subscription_periods`. Of two that begin in the same millisecond the later one holds; and none begins before the
 * one before it, whatever a clock says that was set back.
 */
export const MERGE_PERIOD_SQL =
  'ON CONFLICT (subscription, began_on) DO UPDATE SET state = excluded.state, why = excluded.why';

/** So many of a subscription are kept: one whose endpoint fails and recovers all the time would have no end of them. */
export const MAX_PERIODS = 1_000;

export interface PeriodRow {
  readonly began_on: number;
  readonly state: string;
  readonly why: string | null;
}

export function periodOf({ began_on, state, why }: PeriodRow): SubscriptionPeriod {
  return { beganOn: began_on, state: state as PeriodState, why };
}
