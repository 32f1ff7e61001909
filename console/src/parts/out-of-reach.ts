/** Returns why changes cannot be saved now, or undefined while the service is reachable. */
import { useReachable } from '../api/reach.ts';
import { words } from '../words/reach.ts';

export function useUnreachableReason(): string | undefined {
  return useReachable() ? undefined : words.outOfReach;
}
