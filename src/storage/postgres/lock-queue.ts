/**
 * Queues changes that need the same database lock, before they take a connection. Otherwise one record that all clients
 * change would take all connections and block everything else. Two run at a time, so that the next one already waits
 * for the lock when the previous one commits.
 */
export interface LockQueue {
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

const MAX_CONCURRENT = 2;

export function createLockQueue(): LockQueue {
  const lines = new Map<string, { underWay: number; waiting: (() => void)[] }>();

  return {
    async take(name, work) {
      const line = lines.get(name) ?? { underWay: 0, waiting: [] };
      lines.set(name, line);
      if (line.underWay < MAX_CONCURRENT) line.underWay++;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        // Passes the slot to the next change, or frees it.
        const next = line.waiting.shift();
        if (next) next();
        else if (--line.underWay === 0) lines.delete(name);
      }
    },
  };
}
