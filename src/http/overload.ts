/**
 * Load shedding: refuses requests when too much work is in progress. A refusal costs a fraction of the work and no
 * memory, so accepted requests are still answered in time.
 */
import { Problem } from '../problems.ts';

/** Work in progress, including the current request. */
export interface ServerLoad {
  readonly requests: number;
  readonly bytes: number;
  /** Milliseconds without a request in progress; requests that wait for an event do not count. */
  readonly quietMs: number;
}

/**
 * Returns the refusal of an overloaded service. Retry-After is short: the load clears within seconds, and a longer wait
 * would leave free capacity unused.
 */
export function overloadedProblem(): Problem {
  return new Problem('overloaded', 'The service has too much to do at the moment. Nothing was changed; try again.', {
    headers: { 'retry-after': '2' },
  });
}
