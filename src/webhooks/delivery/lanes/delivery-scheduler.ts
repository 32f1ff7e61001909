/**
 * How many deliveries may begin in one turn of the event loop, so that everything else the process does gets its turn in
 * between: requests are answered while a hundred thousand deliveries leave. The longer the turn before took, the more may
 * begin, because a long turn can also mean that the machine has little time for us; but the share of it stays the same.
 * While nobody else wants the process there is nobody to spare, and many turns with little in each would cost a tenth.
 *
 * Accounts take turns: one with hundreds of deliveries in hand does not hold up the single one of another.
 */
export interface DeliveryScheduler {
  /** Resolves when one more of the account may begin. */
  next(account: string): Promise<void> | undefined;
}

export interface DeliverySchedulerOptions {
  readonly least: number;
  readonly most: number;
  /** For each millisecond that the turn before took. */
  readonly perMs: number;
  /** Whether others want the process's time. */
  readonly othersWait: () => boolean;
  readonly clock: { now(): number };
}

export function createDeliveryScheduler({
  least,
  most,
  perMs,
  othersWait,
  clock,
}: DeliverySchedulerOptions): DeliveryScheduler {
  /** By account; who was served last stands last. */
  const lines = new Map<string, (() => void)[]>();
  let left = 0;
  let turning = false;
  let began = 0;

  return {
    next(account) {
      if (!turning) takeTurn(0);
      if (left > 0 && lines.size === 0) {
        left--;
        return undefined;
      }
      return new Promise((resolve) => {
        const line = lines.get(account);
        if (line === undefined) lines.set(account, [resolve]);
        else line.push(resolve);
      });
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
    if (left === allowed && lines.size === 0) {
      turning = false;
      return;
    }
    takeTurn(clock.now() - began);
    for (const [account, line] of lines) {
      if (left === 0) return;
      left--;
      line.shift()!();
      lines.delete(account);
      // Behind all others, and met again there while there are starts left.
      if (line.length > 0) lines.set(account, line);
    }
  }
}
