/** How both engines settle what has come back: against the delivery and the subscription as they stand by then. */
import type { DeliveryState } from '../webhooks/delivery.ts';
import type { Finished, Judge, Settled, Standing } from '../webhooks/queue.ts';

/** A delivery whose attempt is out, or that turned out to be a repeat. */
export interface Open {
  readonly state: DeliveryState;
  readonly standing: Standing;
}

export interface StandingRow {
  readonly active: boolean | number;
  readonly deactivate_reason: string | null;
  readonly failures_in_a_row: number;
}

export function standingOf({ active, deactivate_reason, failures_in_a_row }: StandingRow): Standing {
  return { active: Boolean(active), deactivateReason: deactivate_reason, failuresInARow: failures_in_a_row };
}

/** The attempts that must be known for this one to be the next: else it was settled before. */
export function attemptsBefore(one: Finished): number {
  return 'repeats' in one ? 0 : one.attempt - 1;
}

/**
 * A delivery that was dropped while its attempt was out shows what came of it, but is not tried again, and the
 * subscription, which may have been switched on anew, does not hear of it.
 */
export function judgeOpen(judge: Judge, { state, standing }: Open, one: Finished, now: number): Settled {
  if (state === 'waiting') return judge(standing, one, now);
  return { ...judge({ ...standing, active: false }, one, now), standing, period: undefined };
}
