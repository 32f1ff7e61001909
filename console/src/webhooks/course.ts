/** Timeline of a delivery from the commit of its change to its end, with the waiting times between the steps. */
import type { Delivery } from '../api/types.ts';

export interface DeliveryTimelineStep {
  readonly what: 'committed' | 'attempt' | 'settled' | 'due';
  readonly on: string;
  /** Milliseconds since the previous step; null for the first step. */
  readonly afterMs: number | null;
  readonly attempt?: number;
}

export function createDeliveryTimeline(delivery: Delivery): DeliveryTimelineStep[] {
  const { processedDate, attempts, settledOn, nextAttemptOn, state } = delivery;
  const moments: Omit<DeliveryTimelineStep, 'afterMs'>[] = [
    { what: 'committed', on: processedDate },
    ...attempts.map(({ attempt, startedOn }) => ({ what: 'attempt' as const, on: startedOn, attempt })),
  ];
  if (settledOn !== null) moments.push({ what: 'settled', on: settledOn });
  else if (state === 'waiting' && nextAttemptOn !== null) moments.push({ what: 'due', on: nextAttemptOn });
  return moments.map((moment, at) => {
    const before = moments[at - 1];
    const afterMs = before === undefined ? null : Math.max(0, Date.parse(moment.on) - Date.parse(before.on));
    return { ...moment, afterMs };
  });
}

/** Returns the time from the commit to the start of the first attempt, or null if there was no attempt. */
export function firstAttemptDelayMs({
  processedDate,
  attempts: [first],
}: Pick<Delivery, 'processedDate' | 'attempts'>): number | null {
  return first === undefined ? null : Math.max(0, Date.parse(first.startedOn) - Date.parse(processedDate));
}
