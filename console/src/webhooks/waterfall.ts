/** One attempt as bars: when each stage began, how long it took, and in which of them it failed. Milliseconds as in the log. */
import type { DeliveryAttempt } from '../api/types.ts';

export const attemptStages = ['dns', 'connect', 'tls', 'waiting', 'reading'] as const;
export type AttemptStage = (typeof attemptStages)[number];

export interface WaterfallBar {
  readonly stage: AttemptStage;
  readonly fromMs: number;
  /** Null where the stage did not take place. */
  readonly ms: number | null;
  readonly failed: boolean;
  /** Of the whole width, in percent. */
  readonly left: number;
  readonly width: number;
}

export interface AttemptWaterfall {
  readonly totalMs: number | null;
  /** The connection of an attempt before was used again. */
  readonly reused: boolean;
  readonly bars: readonly WaterfallBar[];
}

/** `scaleMs` is what the whole width stands for: of several attempts the longest. */
export function createWaterfall(attempt: DeliveryAttempt, scaleMs = attempt.timings.totalMs ?? 0): AttemptWaterfall {
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = attempt.timings;
  const opened = (dnsMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0);
  const answered = firstByteMs !== null;
  const spans: Record<AttemptStage, readonly [from: number, ms: number | null]> = {
    dns: [0, dnsMs],
    connect: [dnsMs ?? 0, connectMs],
    tls: [(dnsMs ?? 0) + (connectMs ?? 0), tlsMs],
    waiting: [opened, answered ? Math.max(0, firstByteMs - opened) : null],
    reading: [firstByteMs ?? 0, answered && totalMs !== null ? Math.max(0, totalMs - firstByteMs) : null],
  };
  const failing = attempt.status === null && attempt.error !== null ? failedStage(attempt) : undefined;
  const scale = Math.max(scaleMs, totalMs ?? 0, 1);
  const bars = attemptStages.map((stage): WaterfallBar => {
    const failed = stage === failing;
    const [fromMs, known] = spans[stage];
    const ms = failed && totalMs !== null ? Math.max(0, totalMs - fromMs) : known;
    return { stage, fromMs, ms, failed, left: (100 * fromMs) / scale, width: (100 * (ms ?? 0)) / scale };
  });
  const reused = answered && dnsMs === null && connectMs === null && tlsMs === null;
  return { totalMs, reused, bars };
}

/** A timeout or a cut connection happens in the first stage of which no time is known. */
function failedStage({
  error,
  timings: { connectMs, tlsMs, dnsMs, firstByteMs },
}: DeliveryAttempt): AttemptStage | undefined {
  switch (error) {
    case 'dns':
    case 'refused_address':
      return 'dns';
    case 'connect':
      return 'connect';
    case 'tls':
      return 'tls';
    // It was not even looked up.
    case 'damaged':
      return undefined;
    default:
      if (firstByteMs !== null) return 'reading';
      if (tlsMs !== null) return 'waiting';
      if (connectMs !== null) return 'tls';
      return dnsMs !== null ? 'connect' : error === 'reset' ? 'waiting' : 'dns';
  }
}

/** "dns 4 ms, connect 22 ms, tls failed after 53 ms": the same as text. */
export function waterfallText({ bars, totalMs, reused }: AttemptWaterfall, shown: (ms: number) => string): string {
  const parts = bars.flatMap(({ stage, ms, failed }) => {
    if (failed) return [`${stage} failed${ms === null ? '' : ` after ${shown(ms)}`}`];
    return ms === null ? [] : [`${stage} ${shown(ms)}`];
  });
  if (reused) parts.unshift('connection used again');
  if (totalMs !== null) parts.push(`${shown(totalMs)} in all`);
  return parts.join(', ');
}

/** Short ones with a decimal, so that a lookup of 0.4 ms is not nothing. */
export function formatMilliseconds(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 10 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms)} ms`;
}
