/**
 * How many deliveries may begin in one turn of the event loop, so that everything else the process does gets its turn in
 * between: requests are answered while a hundred thousand deliveries leave. The longer the turn before took, the more may
 * begin, because a long turn can also mean that the machine has little time for us; but the share of it stays the same.
 * While nobody else wants the process there is nobody to spare, and many turns with little in each would cost a tenth.
 */
export interface Starts {
  /** Resolves when one more may begin. */
  next(): Promise<void> | undefined;
}

export interface StartsOptions {
  readonly least: number;
  readonly most: number;
  /** For each millisecond that the turn before took. */
  readonly perMs: number;
  /** Whether others want the process's time. */
  readonly othersWait: () => boolean;
  readonly clock: { now(): number };
}

export function makeStarts({ least, most, perMs, othersWait, clock }: StartsOptions): Starts {
  const waiting: (() => void)[] = [];
  let left = 0;
  let turning = false;
  let began = 0;

  return {
    next() {
      if (!turning) takeTurn(0);
      if (left > 0 && waiting.length === 0) {
        left--;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };

  /** `lastMs`: how long the turn before took. */
  function takeTurn(lastMs: number): void {
    const allowed = othersWait() ? Math.min(most, Math.max(least, Math.floor(lastMs * perMs))) : most;
    turning = true;
    left = allowed;
    began = clock.now();
    setImmediate(endTurn, allowed);
  }

  function endTurn(allowed: number): void {
    // A turn in which nobody wanted to begin needs no successor.
    if (left === allowed && waiting.length === 0) {
      turning = false;
      return;
    }
    takeTurn(clock.now() - began);
    for (const begin of waiting.splice(0, left)) {
      left--;
      begin();
    }
  }
}
