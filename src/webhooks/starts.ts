/**
 * How many deliveries may begin in one turn of the event loop. Everything else the process does gets its turn in between,
 * so that requests are answered while a hundred thousand deliveries leave: a turn that took long means that others have
 * much to do, and then one delivery a turn must be enough. When there is nothing else, turns are short and the limit
 * costs nothing.
 */
export interface Starts {
  /** Resolves when one more may begin. */
  next(): Promise<void> | undefined;
}

export interface StartsOptions {
  /** In a turn after a quick one. */
  readonly most: number;
  /** A turn that took longer was a busy one. */
  readonly busyMs: number;
  readonly clock: { now(): number };
}

export function makeStarts({ most, busyMs, clock }: StartsOptions): Starts {
  const waiting: (() => void)[] = [];
  let left = most;
  let turning = false;
  let began = 0;

  return {
    next() {
      if (!turning) takeTurn();
      if (left > 0 && waiting.length === 0) {
        left--;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };

  function takeTurn(): void {
    turning = true;
    began = clock.now();
    setImmediate(endTurn);
  }

  function endTurn(): void {
    const unused = left === most && waiting.length === 0;
    left = clock.now() - began > busyMs ? 1 : most;
    for (const begin of waiting.splice(0, left)) {
      left--;
      begin();
    }
    // A turn in which nobody began needs no successor.
    if (unused) turning = false;
    else takeTurn();
  }
}
