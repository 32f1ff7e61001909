/**
 * Since when a subscription is on, warned or off, and why. Each period lasts until the next one begins, and is written together with
 * what begins it: what answers "was it on when that happened?", and what is to be told to whoever looks after it.
 */
import { MAX_FAILURES_IN_A_ROW } from '../delivery/settle/delivery-decision.ts';

/** What a subscription has come to by its deliveries. */
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

/** So many failures in a row are worth a warning, and twice as many another. */
export const FAILURES_PER_WARNING = 10;

export const ON_PERIOD: PeriodStart = { state: 'on', why: null };

export function createOffPeriod(why: string): PeriodStart {
  return { state: 'off', why };
}

/** What begins as the subscription comes from the one to the other; undefined where it is as it was. */
export function detectPeriodChange(before: SubscriptionState, after: SubscriptionState): PeriodStart | undefined {
  if (before === after || stageOf(before) === stageOf(after)) return undefined;
  if (!after.active) return createOffPeriod(after.deactivateReason ?? '');
  const why = warningOf(after);
  return why === null ? ON_PERIOD : { state: 'warned', why };
}

/** For whoever reads the subscription. */
export function warningOf({
  active,
  failuresInARow,
}: Pick<SubscriptionState, 'active' | 'failuresInARow'>): string | null {
  if (!active || failuresInARow < FAILURES_PER_WARNING) return null;
  return `${failuresInARow} deliveries in a row have failed. At ${MAX_FAILURES_IN_A_ROW} the subscription is switched off.`;
}

/** How often it was warned of; the last stage is to be off. */
function stageOf({ active, failuresInARow }: SubscriptionState): number {
  return active ? Math.floor(Math.min(failuresInARow, MAX_FAILURES_IN_A_ROW - 1) / FAILURES_PER_WARNING) : OFF_STAGE;
}
const OFF_STAGE = -1;

/** The period that a moment falls into, of periods in their order; undefined where that is from before they were kept. */
export function findPeriodAt(periods: readonly SubscriptionPeriod[], on: number): SubscriptionPeriod | undefined {
  return periods.findLast(({ beganOn }) => beganOn <= on);
}
