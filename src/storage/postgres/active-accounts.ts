/**
 * What one account may have of the connections: all of them while it is alone, a quarter while others ask, too. A fixed share would
 * leave most of a server idle that works for a single account.
 */
const RECENTLY_MS = 1_000;
const FEWEST = 2;

export function shareWhileOthersAsk(total: number, clock: { now(): number }): (account: string) => number {
  const lastAsked = new Map<string, number>();
  return (account) => {
    const now = clock.now();
    lastAsked.delete(account);
    lastAsked.set(account, now);
    // The longest ago stands first.
    for (const [other, at] of lastAsked) {
      if (now - at <= RECENTLY_MS) break;
      lastAsked.delete(other);
    }
    return lastAsked.size === 1 ? total : Math.min(total, Math.max(FEWEST, Math.floor(total / 4)));
  };
}
