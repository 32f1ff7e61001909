/**
 * Pace of a subscription's endpoint: how it answers, judging by its last attempts. The slots it may have depend on the
 * pace.
 */
import { type AttemptReport, isSuccess } from '../send/outcome.ts';

/**
 * Paces of an endpoint. `untried`: nothing has come back from it yet. `quick`: answers within a second. `slow`:
 * succeeds, or fails but answers in time, and takes longer until the end of the answer.
 *
 * `overdue`: an attempt is out for longer than usual, and nothing else comes back. `stuck`: timed out or failed slowly,
 * and has not answered since.
 */
export const paces = ['untried', 'quick', 'slow', 'overdue', 'stuck'] as const;
export type Pace = (typeof paces)[number];

const SLOW_MS = 1_000;

export function paceAfter(pace: Pace, { outcome, timings }: AttemptReport): Pace {
  const { firstByteMs, totalMs } = timings;
  const slow = (totalMs ?? 0) > SLOW_MS;
  if (outcome.kind === 'answered') {
    // Any status shows that the endpoint is there. Its body may still take long, and occupies a slot.
    const isThere = isSuccess(outcome) || (firstByteMs ?? SLOW_MS) < SLOW_MS;
    return !slow ? 'quick' : isThere ? 'slow' : 'stuck';
  }
  if (slow || outcome.error === 'timeout') return 'stuck';
  // A connection that is refused at once holds no slot.
  return pace === 'untried' || pace === 'overdue' ? 'quick' : pace;
}

/** State of a lane that has attempts out. Times are milliseconds of one steady clock. */
export interface OutstandingAttempts {
  /** Start of the oldest attempt that is out. */
  readonly since: number;
  /** Time of the last answer. */
  readonly answeredAt: number;
  /** Duration of the last success. */
  readonly usualMs: number;
}

/** Returns the pace that a long attempt implies before its end is known; undefined if it has not taken long yet. */
export function paceWhileOutstanding(
  { since, answeredAt, usualMs }: OutstandingAttempts,
  now: number,
): Pace | undefined {
  if (now - since <= Math.max(SLOW_MS, 2 * usualMs)) return undefined;
  return answeredAt > since ? 'slow' : 'overdue';
}
