/** How a subscription's endpoint answers, as far as its last attempts tell: which slots it may have depends on it. */
import { type AttemptReport, isSuccess } from '../send/outcome.ts';

/**
 * `untried`: nothing has come back from it yet. `quick`: answers within a second. `slow`: answers well, or badly but in time, and takes
 * longer until the end of it.
 * `overdue`: keeps what is out for longer than is its way, and nothing else comes back. `stuck`: timed out or failed slowly, and
 * has not answered since.
 */
export const paces = ['untried', 'quick', 'slow', 'overdue', 'stuck'] as const;
export type Pace = (typeof paces)[number];

const SLOW_MS = 1_000;

export function paceAfter(pace: Pace, { outcome, timings }: AttemptReport): Pace {
  const { firstByteMs, totalMs } = timings;
  const slow = (totalMs ?? 0) > SLOW_MS;
  if (outcome.kind === 'answered') {
    // Whatever it says, it is there; its body may take long all the same, and holds a slot.
    const isThere = isSuccess(outcome) || (firstByteMs ?? SLOW_MS) < SLOW_MS;
    return !slow ? 'quick' : isThere ? 'slow' : 'stuck';
  }
  if (slow || outcome.error === 'timeout') return 'stuck';
  // A connection that is refused at once holds no slot.
  return pace === 'untried' || pace === 'overdue' ? 'quick' : pace;
}

/** What is known of a lane that has attempts out. Times are milliseconds of one steady clock. */
export interface OutstandingAttempts {
  /** When the oldest attempt that is out began. */
  readonly since: number;
  /** When an answer last came back. */
  readonly answeredAt: number;
  /** How long the last success took. */
  readonly usualMs: number;
}

/** An attempt that is out for long changes the pace before its end is known; undefined where it is not long yet. */
export function paceWhileOutstanding(
  { since, answeredAt, usualMs }: OutstandingAttempts,
  now: number,
): Pace | undefined {
  if (now - since <= Math.max(SLOW_MS, 2 * usualMs)) return undefined;
  return answeredAt > since ? 'slow' : 'overdue';
}
