/** How both engines settle what has come back: against the delivery and the subscription as they stand by then. */

import type { EndpointOutage } from '../../../webhooks/delivery/settle/outage.ts';
import type { DeliverySettlement, EndpointState, SettleInput, SettlePolicy } from '../../../webhooks/queue.ts';
import type { ColumnValue } from '../../sql/projection.ts';

/** A delivery that was dropped while its attempt was out. */
export interface DroppedDeliveryRow {
  readonly dropped_on: number;
  /** By a run that was cancelled, and not because the subscription was switched off. */
  readonly taken_back: boolean | number;
  /** The run that has counted it as dropped; null where none has. */
  readonly counted_by: number | null;
}

/** Of `deliveries AS d`. */
export const DROPPED_COLUMNS = `d.settled_on AS dropped_on, CASE WHEN d.uncounted THEN NULL ELSE d.recovery END AS counted_by,
  d.state = 'dropped' AND EXISTS (SELECT 1 FROM recoveries AS r
    WHERE r.subscription = d.subscription AND r.id = d.recovery AND r.state = 'cancelled') AS taken_back`;

/** A delivery whose attempt is out, or that turned out to be a repeat. */
export interface OpenDelivery {
  readonly standing: EndpointState;
  /** Undefined where it waits. */
  readonly dropped: DroppedDeliveryRow | undefined;
}

/** What is known of the endpoint of a patient subscription. */
export interface OutageRow {
  readonly patience_ms: number | null;
  readonly down_since: number | null;
  readonly down_tries: number;
  readonly down_record: number | null;
  readonly next_try_on: number | null;
}

const OUTAGE_COLUMNS = ['down_since', 'down_tries', 'down_record', 'next_try_on'] as const;
/** For SET. */
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

/** In the order of `OUTAGE_COLUMNS`. */
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

/** What deliveries make of a subscription, in the order of `standingValues`. */
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

/** The attempts that must be known for this one to be the next: else it was settled before. */
export function attemptsBefore(one: SettleInput): number {
  return 'repeats' in one ? 0 : one.attempt - 1;
}

/**
 * A delivery that was dropped while its attempt was out shows what came of it, but is not tried again. Where that was because the
 * subscription was switched off, this one, which may have been switched on anew, does not hear of it.
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

/** What a run has counted as dropped, and is to count as what came of it. */
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

/** For SET: takes `delivered` and `failed` out of what was counted as dropped, where `withTally` in webhooks/recovery/course has put it. */
export function recountRecoverySql(delivered: string, failed: string): string {
  return `delivered = delivered + ${delivered},
    failed = failed + ${failed} - CASE WHEN state = 'cancelled' THEN 0 ELSE ${delivered} + ${failed} END,
    skipped = skipped - CASE WHEN state = 'cancelled' THEN ${delivered} + ${failed} ELSE 0 END`;
}
