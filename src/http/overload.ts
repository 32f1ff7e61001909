/**
 * When to refuse a request because there is too much in hand already. A refusal costs a fraction of the work and no
 * memory, so those that are let in are still answered in time.
 */
import { Problem } from '../problems.ts';
import type { ShedReason } from './observer.ts';

export interface Limits {
  /** Requests under way at once. */
  readonly requests: number;
  /** Bytes that their bodies and their answers may hold together. */
  readonly bytes: number;
  /** How late the event loop may be in the mean of about half a second. */
  readonly delayMs: number;
}

/** What is in hand, the request that asks included. */
export interface Load {
  readonly requests: number;
  readonly bytes: number;
  readonly delayMs: number;
  /** For how long no request has been under way. */
  readonly quietMs: number;
}

export function overload(load: Limits, limits: Limits): ShedReason | undefined {
  if (load.requests > limits.requests) return 'requests';
  if (load.bytes > limits.bytes) return 'memory';
  if (load.delayMs > limits.delayMs) return 'delay';
  return undefined;
}

/** Soon: what is in hand is gone within seconds, and whoever waits longer than needed wastes what has become free. */
export function shed(): Problem {
  return new Problem('overloaded', 'The service has too much to do at the moment. Nothing was changed; try again.', {
    headers: { 'retry-after': '2' },
  });
}
