/**
 * Which delivery tries an endpoint that is down, and when: one at a time, and never the same record all the time, because what
 * is wrong may be wrong with that record alone.
 */
import type { Cause } from '../../delivery.ts';
import type { Outage } from '../settle/outage.ts';

/** A head, with what is needed to choose among heads. Times are by the database's clock. */
export interface Candidate {
  readonly delivery: number;
  readonly record: number;
  readonly cause: Cause;
  readonly attempts: number;
  readonly dueOn: number;
  readonly createdOn: number;
  /** When its first attempt failed; null where none was made. */
  readonly waitingSince: number | null;
}

export interface Choice {
  readonly probe: Candidate | undefined;
  /** Where there is none, in how long there will be one; undefined where nothing waits. */
  readonly inMs: number | undefined;
}

export function chooseProbe(candidates: readonly Candidate[], outage: Outage, patienceMs: number, now: number): Choice {
  let best: Candidate | undefined;
  let soonest = Infinity;
  for (const one of candidates) {
    const on = triedOn(one, outage, patienceMs, now);
    soonest = Math.min(soonest, on);
    if (on <= now && (best === undefined || isBefore(one, best))) best = one;
  }
  if (best !== undefined) return { probe: best, inMs: undefined };
  return { probe: undefined, inMs: soonest === Infinity ? undefined : soonest - now };

  /** Somebody waits for a test. Then those whose patience is over, the oldest first; then those that were tried least. */
  function isBefore(a: Candidate, b: Candidate): boolean {
    const order = rank(a) - rank(b) || (rank(a) === 2 ? a.attempts - b.attempts : 0) || a.delivery - b.delivery;
    return order < 0;
  }

  function rank(one: Candidate): number {
    if (one.cause === 'test') return 0;
    return heldSince(one, outage) + patienceMs <= now ? 1 : 2;
  }
}

/** Since when a delivery waits for its endpoint, whether it was tried itself or held back. */
export function heldSince({ waitingSince, createdOn }: Pick<Candidate, 'waitingSince' | 'createdOn'>, outage: Outage) {
  return waitingSince ?? Math.max(createdOn, outage.since);
}

/** When it may be tried; at the end of its patience in any case, for the last time. */
function triedOn(one: Candidate, outage: Outage, patienceMs: number, now: number): number {
  const own = one.attempts === 0 || one.dueOn > now + patienceMs ? now : one.dueOn;
  if (one.cause === 'test') return own;
  const isOther = outage.record !== null && outage.record !== one.record;
  // What lies further ahead than any pause was written before the clock was set back.
  const nextTry = isOther || outage.nextTry > now + patienceMs ? now : outage.nextTry;
  return Math.min(Math.max(own, nextTry), Math.max(now, heldSince(one, outage) + patienceMs));
}
