/** How late the event loop is, and whether it is busy. */
import { performance } from 'node:perf_hooks';

/**
 * A timer that should ring ten times a second is late by as long as whatever runs takes; in a
 * service with too much to do, everybody else waits at least that long too.
 */
export interface EventLoop {
  /** The mean of about the last half second. */
  delayMs(): number;
  /** Whether it had something to do for more than half of the last tenth of a second. */
  isBusy(): boolean;
  /** Told of every single delay. */
  onSample(listener: (ms: number) => void): void;
  stop(): void;
}

export const SAMPLE_MS = 100;
/** How much a new sample counts against those before it. */
const WEIGHT = 0.2;
const MUCH = 0.5;

/** `mostMs`: what a single sample counts at most, so that one pause, such as a machine asleep, is soon forgotten. */
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
