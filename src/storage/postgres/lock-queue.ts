/**
 * Changes that would wait for the same lock in the database wait here instead, without a connection: otherwise one record
 * that everybody changes would take all connections, and nothing else would get through. Two at a time, so that the
 * next is already at the lock when the one before commits.
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
        // The place goes on to the next one, or is given up.
        const next = line.waiting.shift();
        if (next) next();
        else if (--line.underWay === 0) lines.delete(name);
      }
    },
  };
}
