/**
 * Periods in which a subscription is on, warned or off, and why. Each lasts until the next begins, and is written
 * together with what begins it. Periods answer "was it on when that happened?", and are the source of notices to the
 * people in charge.
 */
import { MAX_FAILURES_IN_A_ROW } from '../delivery/settle/delivery-decision.ts';

/** State of a subscription as its deliveries have changed it. */
export interface SubscriptionState {
  readonly active: boolean;
  readonly deactivateReason: string | null;
  readonly failuresInARow: number;
}

/** `warned`: it is on, but its deliveries fail one after the other. */
export const periodStates = ['on', 'warned', 'off'] as const;
export type PeriodState = (typeof periodStates)[number];

export interface PeriodStart {
  readonly state: PeriodState;
  /** A sentence; null while it is on. */
  readonly why: string | null;
}

export interface SubscriptionPeriod extends PeriodStart {
  /** Epoch milliseconds. */
  readonly beganOn: number;
}

/** Failures in a row after which a warning is given; each further multiple gives another. */
export const FAILURES_PER_WARNING = 10;

export const ON_PERIOD: PeriodStart = { state: 'on', why: null };

export function createOffPeriod(why: string): PeriodStart {
  return { state: 'off', why };
}

/** Returns the period that begins with the change from `before` to `after`; undefined if none does. */
export function detectPeriodChange(before: SubscriptionState, after: SubscriptionState): PeriodStart | undefined {
  if (before === after || stageOf(before) === stageOf(after)) return undefined;
  if (!after.active) return createOffPeriod(after.deactivateReason ?? '');
  const why = warningOf(after);
  return why === null ? ON_PERIOD : { state: 'warned', why };
}

/** Returns the warning for people who read the subscription; null if there is none. */
export function warningOf({
  active,
  failuresInARow,
}: Pick<SubscriptionState, 'active' | 'failuresInARow'>): string | null {
  if (!active || failuresInARow < FAILURES_PER_WARNING) return null;
  return `${failuresInARow} deliveries in a row have failed. At ${MAX_FAILURES_IN_A_ROW} the subscription is switched off.`;
}

/** Returns the number of warnings so far, or `OFF_STAGE` if the subscription is off. */
function stageOf({ active, failuresInARow }: SubscriptionState): number {
  return active ? Math.floor(Math.min(failuresInARow, MAX_FAILURES_IN_A_ROW - 1) / FAILURES_PER_WARNING) : OFF_STAGE;
}
const OFF_STAGE = -1;

/**
 * Returns the period at a given time, from periods in chronological order; undefined if the time is before the first of
 * them.
 */
export function findPeriodAt(periods: readonly SubscriptionPeriod[], on: number): SubscriptionPeriod | undefined {
  return periods.findLast(({ beganOn }) => beganOn <= on);
}
