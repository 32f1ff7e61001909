/** Measures the delay of the event loop and whether it is busy. */
import { performance } from 'node:perf_hooks';

/**
 * Delay and utilization of the event loop. A timer that should fire ten times a second is late by the duration of the
 * code that blocks it. In an overloaded service, every other task waits at least that long too.
 */
export interface EventLoop {
  /** Returns the moving average of the delay over about the last half second. */
  delayMs(): number;
  /** True if the event loop was active for more than half of the last tenth of a second. */
  isBusy(): boolean;
  /** Calls the listener with every single delay. */
  onSample(listener: (ms: number) => void): void;
  stop(): void;
}

export const SAMPLE_MS = 100;
/** Weight of a new sample in the moving average. */
const WEIGHT = 0.2;
const MUCH = 0.5;

/**
 * Starts the measurement. `mostMs` caps the effect of one sample on the average, so that one pause, such as a suspended
 * machine, has no lasting effect.
 */
export function watchEventLoop(mostMs: number): EventLoop {
  const listeners: ((ms: number) => void)[] = [];
  let mean = 0;
  let isBusy = false;
  let used = performance.eventLoopUtilization();
  let expected = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    const delay = Math.max(0, now - expected);
    expected = now + SAMPLE_MS;
    const before = used;
    used = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(used, before).utilization > MUCH;
    mean += (Math.min(delay, mostMs) - mean) * WEIGHT;
    for (const told of listeners) told(delay);
  }, SAMPLE_MS).unref();

  return {
    delayMs: () => mean,
    isBusy: () => isBusy,
    onSample: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}
