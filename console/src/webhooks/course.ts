/** A delivery from the commit of its change until it was settled: what happened when, and how long it waited in between. */
import type { Delivery } from '../api/types.ts';

export interface DeliveryTimelineStep {
  readonly what: 'committed' | 'attempt' | 'settled' | 'due';
  readonly on: string;
  /** Since the moment before; null of the first. */
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

/** From the commit until the first attempt began; null while there was none. */
export function firstAttemptDelayMs({
  processedDate,
  attempts: [first],
}: Pick<Delivery, 'processedDate' | 'attempts'>): number | null {
  return first === undefined ? null : Math.max(0, Date.parse(first.startedOn) - Date.parse(processedDate));
}
