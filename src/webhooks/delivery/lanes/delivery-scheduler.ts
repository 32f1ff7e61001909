/**
 * Limits how many deliveries may begin in one turn of the event loop, so that other work of the process gets its turn.
 * Requests are answered while a hundred thousand deliveries leave. The longer the previous turn took, the more may
 * begin: a long turn can also mean that the machine has little time for this process. The share of the time stays the
 * same. While no other work wants the process, the maximum applies, because many turns with few deliveries each would
 * cost a tenth.
 *
 * Accounts take turns: one with hundreds of deliveries does not delay the single delivery of another.
 */
export interface DeliveryScheduler {
  /** Resolves when one more delivery of the account may begin; undefined if it may begin at once. */
  next(account: string): Promise<void> | undefined;
}

export interface DeliverySchedulerOptions {
  readonly least: number;
  readonly most: number;
  /** Deliveries that may begin per millisecond of the previous turn. */
  readonly perMs: number;
  /** True if other work wants the process's time. */
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
  /** Queue of each account; the account served last is at the end. */
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

  /** Starts a turn. `lastMs` is the duration of the previous turn. */
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
