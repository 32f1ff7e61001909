/**
 * Computes how many lanes one of several workers should have. Workers do not communicate: each computes it from the
 * same counts.
 */
import type { WorkerCounts } from '../../queue.ts';

/**
 * Returns this worker's share. `wanted` is the number of subscriptions with waiting deliveries and no lane yet, as far
 * as this worker knows.
 */
export function fairShare({ workers, leases }: WorkerCounts, wanted = 0): number {
  return workers <= 1 ? Infinity : Math.ceil((leases + wanted) / workers);
}

/**
 * Returns the maximum number of lanes, slightly above the share: moving lanes to and fro would cost more than it gains.
 */
export function maxLanes(share: number): number {
  return share + Math.max(1, Math.floor(share / 10));
}
