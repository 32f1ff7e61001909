/** Who has asked for something lately: what one may take alone, it leaves to others while they ask, too. */
import type { Clock } from '../lib/time.ts';

export interface ActiveTenants {
  asks(holder: string): void;
  /** Whether anybody else has asked within the last second. */
  othersAsk(holder: string): boolean;
}

const LATELY_MS = 1_000;

export function createActiveTenants(clock: Clock): ActiveTenants {
  let last = { holder: '', at: Number.NEGATIVE_INFINITY };
  /** The last one that somebody else than that asked. */
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
