/**
 * A list that looks through much holds its connection for as long. At most half of the pool is given to such lists, so that
 * reading or changing a record never waits behind them. Those that wait do so without a connection, and not too many.
 */
import type { Problem } from '../../problems.ts';
import { overloaded } from '../refusals.ts';

export interface SlowLists {
  /** A Problem where too many wait already, or the client has left while its list was waiting. */
  run<Result>(work: () => Promise<Result>, gone?: AbortSignal): Promise<Result | Problem>;
}

export function makeSlowLists({ most, queue }: { most: number; queue: number }): SlowLists {
  const waiting = new Set<() => void>();
  let running = 0;

  return {
    async run(work, gone) {
      if (gone?.aborted) return overloaded();
      if (running < most) running++;
      else if (waiting.size >= queue || !(await turn(gone))) return overloaded();
      try {
        return await work();
      } finally {
        // The place goes on to the next one, or is given up.
        const [next] = waiting;
        if (next) next();
        else running--;
      }
    },
  };

  /** False when the client has left meanwhile. */
  function turn(gone: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const begin = () => {
        waiting.delete(begin);
        gone?.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        waiting.delete(begin);
        resolve(false);
      };
      waiting.add(begin);
      gone?.addEventListener('abort', leave, { once: true });
    });
  }
}
