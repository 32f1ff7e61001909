/**
 * Chooses which delivery tries an endpoint that is down, and when. One delivery tries at a time, and not always the
 * same record, because the fault may lie in that record alone.
 */
import type { DeliveryCause } from '../../delivery.ts';
import type { EndpointOutage } from '../settle/outage.ts';

/** Head with the data needed to choose among heads. Times are by the database's clock. */
export interface ProbeCandidate {
  readonly delivery: number;
  readonly record: number;
  readonly cause: DeliveryCause;
  readonly attempts: number;
  readonly dueOn: number;
  readonly createdOn: number;
  /** Time of its first failed attempt; null if no attempt was made. */
  readonly waitingSince: number | null;
}

export interface ProbeChoice {
  readonly probe: ProbeCandidate | undefined;
  /** Milliseconds until a probe is possible, if there is none now; undefined if nothing waits. */
  readonly inMs: number | undefined;
}

export function chooseProbe(
  candidates: readonly ProbeCandidate[],
  outage: EndpointOutage,
  patienceMs: number,
  now: number,
): ProbeChoice {
  let best: ProbeCandidate | undefined;
  let soonest = Infinity;
  for (const one of candidates) {
    const on = triedOn(one, outage, patienceMs, now);
    soonest = Math.min(soonest, on);
    if (on <= now && (best === undefined || isBefore(one, best))) best = one;
  }
  if (best !== undefined) return { probe: best, inMs: undefined };
  return { probe: undefined, inMs: soonest === Infinity ? undefined : soonest - now };

  /**
   * Orders tests first, because a person waits for them. Deliveries whose patience is over follow, the oldest first;
   * then those with the fewest attempts.
   */
  function isBefore(a: ProbeCandidate, b: ProbeCandidate): boolean {
    const order = rank(a) - rank(b) || (rank(a) === 2 ? a.attempts - b.attempts : 0) || a.delivery - b.delivery;
    return order < 0;
  }

  function rank(one: ProbeCandidate): number {
    if (one.cause === 'test') return 0;
    return waitingSinceOf(one, outage) + patienceMs <= now ? 1 : 2;
  }
}

/** Returns the time since which a delivery waits for its endpoint, whether it was tried itself or only held back. */
export function waitingSinceOf(
  { waitingSince, createdOn }: Pick<ProbeCandidate, 'waitingSince' | 'createdOn'>,
  outage: EndpointOutage,
) {
  return waitingSince ?? Math.max(createdOn, outage.since);
}

/** Returns when a delivery may be tried: at the end of its patience in any case, for the last time. */
function triedOn(one: ProbeCandidate, outage: EndpointOutage, patienceMs: number, now: number): number {
  const own = one.attempts === 0 || one.dueOn > now + patienceMs ? now : one.dueOn;
  if (one.cause === 'test') return own;
  const isOther = outage.record !== null && outage.record !== one.record;
  // A time further ahead than any pause was written before the clock was set back.
  const nextTry = isOther || outage.nextTry > now + patienceMs ? now : outage.nextTry;
  return Math.min(Math.max(own, nextTry), Math.max(now, waitingSinceOf(one, outage) + patienceMs));
}
