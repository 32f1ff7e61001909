/** Settles results of attempts against the current delivery and subscription. Both engines share this code. */

import type { EndpointOutage } from '../../../webhooks/delivery/settle/outage.ts';
import type { DeliverySettlement, EndpointState, SettleInput, SettlePolicy } from '../../../webhooks/queue.ts';
import type { ColumnValue } from '../../sql/projection.ts';

/** A delivery that was dropped during its attempt. */
export interface DroppedDeliveryRow {
  readonly dropped_on: number;
  /** True if a cancelled run dropped it; false if it was dropped because the subscription was deactivated. */
  readonly taken_back: boolean | number;
  /** The recovery run that counted it as dropped; null if no run did. */
  readonly counted_by: number | null;
}

/** Columns of `deliveries AS d` for a `DroppedDeliveryRow`. */
export const DROPPED_COLUMNS = `d.settled_on AS dropped_on, CASE WHEN d.uncounted THEN NULL ELSE d.recovery END AS counted_by,
  d.state = 'dropped' AND EXISTS (SELECT 1 FROM recoveries AS r
    WHERE r.subscription = d.subscription AND r.id = d.recovery AND r.state = 'cancelled') AS taken_back`;

/** A delivery whose attempt is in progress, or that turned out to be a repeat. */
export interface OpenDelivery {
  readonly standing: EndpointState;
  /** Undefined if the delivery is still waiting. */
  readonly dropped: DroppedDeliveryRow | undefined;
}

/** Outage columns of a subscription. Only a subscription with patience has an outage. */
export interface OutageRow {
  readonly patience_ms: number | null;
  readonly down_since: number | null;
  readonly down_tries: number;
  readonly down_record: number | null;
  readonly next_try_on: number | null;
}

const OUTAGE_COLUMNS = ['down_since', 'down_tries', 'down_record', 'next_try_on'] as const;
/** SQL for SET that clears the outage. */
export const CLEAR_OUTAGE_SQL =
  'down_since = NULL, down_tries = 0, down_record = NULL, next_try_on = NULL, refused_in_a_row = 0';

export function outageOf({
  patience_ms,
  down_since,
  down_tries,
  down_record,
  next_try_on,
}: OutageRow): EndpointOutage | null {
  if (patience_ms === null || down_since === null || next_try_on === null) return null;
  return { since: down_since, tries: down_tries, record: down_record, nextTry: next_try_on };
}

/** Returns the values in the order of `OUTAGE_COLUMNS`. */
function outageValues(outage: EndpointOutage | null): (number | null)[] {
  return outage === null ? [null, 0, null, null] : [outage.since, outage.tries, outage.record, outage.nextTry];
}

export interface EndpointStateRow extends OutageRow {
  readonly target_url: string;
  readonly active: boolean | number;
  readonly deactivate_reason: string | null;
  readonly failures_in_a_row: number;
  readonly refused_in_a_row: number;
}

/** Columns of a subscription that the results of deliveries change, in the order of `endpointStateValues`. */
export const ENDPOINT_STATE_COLUMNS = [
  'active',
  'deactivate_reason',
  'failures_in_a_row',
  'refused_in_a_row',
  ...OUTAGE_COLUMNS,
] as const;
export function endpointStateOf(row: EndpointStateRow): EndpointState {
  return {
    targetUrl: row.target_url,
    active: Boolean(row.active),
    deactivateReason: row.deactivate_reason,
    failuresInARow: row.failures_in_a_row,
    refusedInARow: row.refused_in_a_row,
    patienceMs: row.patience_ms,
    outage: outageOf(row),
  };
}

export function endpointStateValues(standing: EndpointState): ColumnValue[] {
  const { active, deactivateReason, failuresInARow, refusedInARow, outage } = standing;
  return [active ? 1 : 0, deactivateReason, failuresInARow, refusedInARow, ...outageValues(outage)];
}

/**
 * Returns the number of attempts that the row must have for this attempt to be the next one. Otherwise it was settled
 * before.
 */
export function attemptsBefore(one: SettleInput): number {
  return 'repeats' in one ? 0 : one.attempt - 1;
}

/**
 * Settles a delivery. One that was dropped during its attempt records the result, but is not retried. If it was dropped
 * because the subscription was deactivated, the result does not change the subscription, which may be active again.
 */
export function settleOpenDelivery(
  judge: SettlePolicy,
  { standing, dropped }: OpenDelivery,
  one: SettleInput,
  now: number,
): DeliverySettlement {
  if (dropped === undefined) return judge(standing, one, now);
  if (!dropped.taken_back) return { ...judge({ ...standing, active: false }, one, now), standing, period: undefined };
  const settled = judge(standing, one, now);
  return settled.retry === null ? settled : { ...settled, state: 'dropped', retry: null };
}

/** Correction of a run's counts: deliveries that it counted as dropped, and that were delivered or failed after all. */
export interface RecoveryRecount {
  readonly subscription: number;
  readonly recovery: number;
  readonly delivered: number;
  readonly failed: number;
}

export function recoveryRecountOf(
  { lease }: SettleInput,
  dropped: DroppedDeliveryRow | undefined,
  { state }: DeliverySettlement,
): RecoveryRecount[] {
  const recovery = dropped?.counted_by ?? null;
  if (recovery === null || state === 'dropped') return [];
  const [delivered, failed] = state === 'succeeded' ? [1, 0] : [0, 1];
  return [{ subscription: lease.subscription, recovery, delivered, failed }];
}

/**
 * SQL for SET that moves `delivered` and `failed` out of the count of dropped deliveries, where `withTally` in
 * webhooks/recovery/recovery-progress put them.
 */
export function recountRecoverySql(delivered: string, failed: string): string {
  return `delivered = delivered + ${delivered},
    failed = failed + ${failed} - CASE WHEN state = 'cancelled' THEN 0 ELSE ${delivered} + ${failed} END,
    skipped = skipped - CASE WHEN state = 'cancelled' THEN ${delivered} + ${failed} ELSE 0 END`;
}
