/**
 * How late the event loop is. A timer that should ring ten times a second is late by as long as whatever runs takes; in a
 * service with too much to do, everybody else waits at least that long too.
 */
export interface EventLoop {
  /** The mean of about the last half second. */
  delayMs(): number;
  /** Told of every single delay. */
  onSample(listener: (ms: number) => void): void;
  stop(): void;
}

export const SAMPLE_MS = 100;
/** How much a new sample counts against those before it. */
const WEIGHT = 0.2;

/** `mostMs`: what a single sample counts at most, so that one pause, such as a machine asleep, is soon forgotten. */
export function watchEventLoop(mostMs: number): EventLoop {
  const listeners: ((ms: number) => void)[] = [];
  let mean = 0;
  let expected = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    const delay = Math.max(0, now - expected);
    expected = now + SAMPLE_MS;
    mean += (Math.min(delay, mostMs) - mean) * WEIGHT;
    for (const told of listeners) told(delay);
  }, SAMPLE_MS).unref();

  return {
    delayMs: () => mean,
    onSample: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}
