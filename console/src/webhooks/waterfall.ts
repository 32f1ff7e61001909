/**
 * Waterfall of an attempt: start and duration of each stage, and the stage that failed. Times are in milliseconds, as
 * in the log.
 */
import type { DeliveryAttempt } from '../api/types.ts';

export const attemptStages = ['dns', 'connect', 'tls', 'waiting', 'reading'] as const;
export type AttemptStage = (typeof attemptStages)[number];

export interface WaterfallBar {
  readonly stage: AttemptStage;
  readonly fromMs: number;
  /** Duration, or null if the stage did not take place. */
  readonly ms: number | null;
  readonly failed: boolean;
  /** Percentage of the whole width. */
  readonly left: number;
  readonly width: number;
}

export interface AttemptWaterfall {
  readonly totalMs: number | null;
  /** True if the attempt reused an earlier connection. */
  readonly reused: boolean;
  readonly bars: readonly WaterfallBar[];
}

/**
 * Creates the waterfall. `scaleMs` is the time that the full width represents: with several attempts, the longest one.
 */
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

/** Returns the stage that failed. Timeouts and cut connections count for the first stage without a recorded time. */
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
    // The request failed before the DNS lookup.
    case 'damaged':
      return undefined;
    default:
      if (firstByteMs !== null) return 'reading';
      if (tlsMs !== null) return 'waiting';
      if (connectMs !== null) return 'tls';
      return dnsMs !== null ? 'connect' : error === 'reset' ? 'waiting' : 'dns';
  }
}

/** Returns the waterfall as text: "dns 4 ms, connect 22 ms, tls failed after 53 ms". */
export function waterfallText({ bars, totalMs, reused }: AttemptWaterfall, shown: (ms: number) => string): string {
  const parts = bars.flatMap(({ stage, ms, failed }) => {
    if (failed) return [`${stage} failed${ms === null ? '' : ` after ${shown(ms)}`}`];
    return ms === null ? [] : [`${stage} ${shown(ms)}`];
  });
  if (reused) parts.unshift('connection used again');
  if (totalMs !== null) parts.push(`${shown(totalMs)} in all`);
  return parts.join(', ');
}

/** Formats a duration. Values under 10 ms have a decimal, so that a lookup of 0.4 ms does not appear as 0. */
export function formatMilliseconds(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 10 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms)} ms`;
}
