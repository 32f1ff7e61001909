/** The resident memory of a process over time; where another takes its place, only the newest counts. */
import { memoryOf } from '../support/process-vitals.ts';

/** In MB: the means of the three thirds of the time, and the most there ever was. */
export interface MemoryUsed {
  /** How long it was watched. */
  readonly seconds: number;
  readonly thirds: readonly [number, number, number];
  readonly most: number;
}

export interface MemoryWatch {
  end(): MemoryUsed;
}

const EVERY_MS = 500;

export function watchMemory(pidOf: () => number): MemoryWatch {
  const samples: number[] = [];
  let pid = pidOf();
  const timer = setInterval(() => {
    if (pid !== pidOf()) samples.length = 0;
    pid = pidOf();
    samples.push(memoryOf(pid).own);
  }, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      const third = Math.floor(samples.length / 3);
      const thirds = [0, 1, 2].map((n) => mean(samples.slice(n * third, (n + 1) * third)));
      return {
        seconds: (samples.length * EVERY_MS) / 1000,
        thirds: thirds as [number, number, number],
        most: Math.max(...samples),
      };
    },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
