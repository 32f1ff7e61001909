/** How many lanes one of several workers should have. Workers do not speak to each other: each reckons it from the same census. */
import type { WorkerCounts } from '../../queue.ts';

/** `wanted`: subscriptions that have something waiting and no lane yet, as far as this worker knows. */
export function fairShare({ workers, leases }: WorkerCounts, wanted = 0): number {
  return workers <= 1 ? Infinity : Math.ceil((leases + wanted) / workers);
}

/** A few more than the share do not matter: handing lanes to and fro would cost more than it brings. */
export function maxLanes(share: number): number {
  return share + Math.max(1, Math.floor(share / 10));
}
