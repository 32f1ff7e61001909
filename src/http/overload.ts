/**
 * When to refuse a request because there is too much in hand already. A refusal costs a fraction of the work and no
 * memory, so those that are let in are still answered in time.
 */
import { Problem } from '../problems.ts';

/** What is in hand, the request that asks included. */
export interface ServerLoad {
  readonly requests: number;
  readonly bytes: number;
  /** For how long no request has been under way. */
  readonly quietMs: number;
}

/** Soon: what is in hand is gone within seconds, and whoever waits longer than needed wastes what has become free. */
export function overloadedProblem(): Problem {
  return new Problem('overloaded', 'The service has too much to do at the moment. Nothing was changed; try again.', {
    headers: { 'retry-after': '2' },
  });
}
