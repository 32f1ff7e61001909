/**
 * Tracks which holders made a request within the last second. A holder may use a resource alone, but shares it while
 * others make requests too.
 */
import type { Clock } from '../lib/time.ts';

export interface ActiveTenants {
  asks(holder: string): void;
  /** True if another holder made a request within the last second. */
  othersAsk(holder: string): boolean;
}

const LATELY_MS = 1_000;

export function createActiveTenants(clock: Clock): ActiveTenants {
  let last = { holder: '', at: Number.NEGATIVE_INFINITY };
  /** The latest request by a different holder than `last`. */
  let before = last;

  return {
    asks(holder) {
      if (holder !== last.holder) before = last;
      last = { holder, at: clock.now() };
    },
    othersAsk(holder) {
      const other = holder === last.holder ? before : last;
      return clock.now() - other.at <= LATELY_MS;
    },
  };
}
