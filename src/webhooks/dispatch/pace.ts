/** How a subscription's endpoint answers, as far as its last attempts tell: what it may hold of the slots depends on it. */
import { type AttemptReport, isSuccess } from '../sending/outcome.ts';

/**
 * `quick`: answers within a second. `slow`: answers well, but takes longer. `stuck`: timed out or failed slowly, and has not
 * succeeded since.
 */
export type Pace = 'quick' | 'slow' | 'stuck';

/** An attempt that is out for longer makes its lane a slow one, before anything is known about its outcome. */
export const SLOW_MS = 1_000;

export function paceAfter(pace: Pace, { outcome, timings }: AttemptReport): Pace {
  const slow = (timings.totalMs ?? 0) > SLOW_MS;
  if (isSuccess(outcome)) return slow ? 'slow' : 'quick';
  const timedOut = outcome.kind === 'failed' && outcome.error === 'timeout';
  return slow || timedOut ? 'stuck' : pace;
}
