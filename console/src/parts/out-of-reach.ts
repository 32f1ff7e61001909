/** Why nothing can be written now; undefined while the service answers. */
import { useReachable } from '../api/reach.ts';
import { words } from '../words/reach.ts';

export function useUnreachableReason(): string | undefined {
  return useReachable() ? undefined : words.outOfReach;
}
