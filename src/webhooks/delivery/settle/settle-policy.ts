/**
 * Determines what is written about a delivery after an attempt: its new state, its log entry and its subscription's
 * state.
 */
import { formatTimestamp } from '../../../lib/time.ts';
import type { DeliverySettlement, EndpointState, SettleInput, SettlePolicy } from '../../queue.ts';
import { detectPeriodChange } from '../../subscriptions/periods.ts';
import { type AttemptReport, errorClassOf, isSuccess } from '../send/outcome.ts';
import { type DeliveryDecision, decideDelivery } from './delivery-decision.ts';
import {
  detectOutageTransition,
  isRejectedDelivery,
  MAX_REFUSED_IN_A_ROW,
  outageAfter,
  retryPauseMs,
} from './outage.ts';
import { hashTarget } from './target-hash.ts';
import { truncateText } from './truncate-text.ts';

export interface SettlePolicyOptions {
  /** The pause before a retry. */
  readonly retryMs: number;
  /** Steady clock of this process, the one that `decidedOn` of the report is measured by. */
  readonly clock: { now(): number };
  /** Random source for the pauses of patient subscriptions. */
  readonly random: () => number;
}

type Tried = Extract<SettleInput, { report: AttemptReport }>;

export function createSettlePolicy({ retryMs, clock, random }: SettlePolicyOptions): SettlePolicy {
  return (standing, finished, now) => {
    if ('repeats' in finished) return suppressed(standing, finished.repeats);
    if (isLeft(standing, finished)) return triedAnew(standing, finished, now);
    const { attempt, cause, report } = finished;
    // Pauses count from the answer: reading the rest of it and waiting for the database are part of them.
    const passed = Math.max(0, clock.now() - report.decidedOn);
    const at = now - Math.ceil(passed);
    const since = waitingSince(standing, finished, at);
    const patience = patienceFor(standing, finished, at - since, random);
    const next = decideDelivery({
      outcome: report.outcome,
      attempt,
      failuresInARow: standing.failuresInARow,
      retryMs,
      counted: cause !== 'test',
      active: standing.active,
      patience,
    });
    const waits = next.delivery === 'retry';
    const after = standingAfter(standing, next, finished, { at, since }, random);
    return {
      state: waits ? 'waiting' : next.delivery,
      attempts: attempt,
      retry: waits ? dueIn(now, Math.ceil(Math.max(0, next.afterMs - passed))) : null,
      waitingSince: waits || (next.delivery === 'failed' && patience?.over) ? since : finished.waitingSince,
      status: report.outcome.kind === 'answered' ? report.outcome.status : null,
      error: errorClassOf(report.outcome),
      repeats: null,
      entry: logEntry(finished),
      standing: after,
      period: detectPeriodChange(standing, after),
      // The endpoint state of a subscription that is off is not known.
      turn: after.active ? detectOutageTransition(standing.outage, after.outage) : undefined,
    };
  };
}

/**
 * True if a failed attempt went to a URL that the subscription has replaced since. A 410 of the old URL says nothing
 * about the new one.
 */
function isLeft({ active, targetUrl }: EndpointState, { url, report }: Tried): boolean {
  return active && url !== targetUrl && !isSuccess(report.outcome);
}

/** Retries the delivery at once, at the present URL of the subscription. */
function triedAnew(standing: EndpointState, finished: Tried, now: number): DeliverySettlement {
  const { attempt, report, waitingSince } = finished;
  return {
    state: 'waiting',
    attempts: attempt,
    retry: dueIn(now, 0),
    waitingSince,
    status: report.outcome.kind === 'answered' ? report.outcome.status : null,
    error: errorClassOf(report.outcome),
    repeats: null,
    entry: logEntry(finished),
    standing,
    period: undefined,
    turn: undefined,
  };
}

/**
 * Returns when the delivery began to wait: its first attempt failed then, or would have, had the endpoint not been
 * known to be down. Never later than `at`, in case the clock is set back.
 */
function waitingSince({ outage }: EndpointState, { waitingSince, createdOn }: Tried, at: number): number {
  return Math.min(at, waitingSince ?? (outage === null ? at : Math.max(createdOn, outage.since)));
}

/**
 * Returns whether the patience is over, and the pause; null without patience. Tests have none: nobody waits days for a
 * test result.
 */
function patienceFor({ patienceMs }: EndpointState, finished: Tried, passedMs: number, random: () => number) {
  if (patienceMs === null || finished.cause === 'test') return null;
  const left = patienceMs - passedMs;
  // While the endpoint is down, the outage schedules the next try. The delivery itself is due as soon as the endpoint
  // answers.
  const { probe, attempt, report } = finished;
  const pause = probe ? 0 : Math.max(retryPauseMs(attempt, passedMs, random), report.retryAfterMs ?? 0);
  return { over: left <= 0, pauseMs: Math.min(pause, left) };
}

function dueIn(now: number, inMs: number) {
  return { dueOn: now + inMs, inMs };
}

function suppressed(standing: EndpointState, repeats: number): DeliverySettlement {
  const nothing = { retry: null, waitingSince: null, status: null, error: null, entry: null };
  return { state: 'suppressed', attempts: 0, ...nothing, repeats, standing, period: undefined, turn: undefined };
}

/**
 * Returns the state of the subscription after the attempt; the same object if nothing changes, because nothing is
 * written then.
 */
function standingAfter(
  standing: EndpointState,
  next: DeliveryDecision,
  finished: Tried,
  times: Times,
  random: () => number,
): EndpointState {
  const failuresInARow = 'failuresInARow' in next ? next.failuresInARow : standing.failuresInARow;
  const reason = next.delivery === 'failed' ? next.deactivate : undefined;
  const isOff = reason !== undefined || !standing.active;
  const endpoint = isOff ? { outage: null, refusedInARow: 0 } : endpointAfter(standing, finished, times, random);
  const switched = reason === undefined ? {} : { active: false, deactivateReason: reason };
  const after: EndpointState = { ...standing, ...switched, ...endpoint, failuresInARow };
  return (Object.keys(after) as (keyof EndpointState)[]).every((name) => after[name] === standing[name])
    ? standing
    : after;
}

/** Time of the answer, and the time since which the delivery has waited for it. */
interface Times {
  readonly at: number;
  readonly since: number;
}

/** Returns what a patient subscription has learnt about its endpoint. */
function endpointAfter(
  standing: EndpointState,
  finished: Tried,
  { at, since }: Times,
  random: () => number,
): Pick<EndpointState, 'outage' | 'refusedInARow'> {
  const { outage, refusedInARow } = standing;
  const { attempt, cause, probe, record, report } = finished;
  if (standing.patienceMs === null || isSuccess(report.outcome)) return { outage: null, refusedInARow: 0 };
  if (cause === 'test') return { outage, refusedInARow };
  const refusal = isRejectedDelivery(report.outcome);
  const refused = Math.min(MAX_REFUSED_IN_A_ROW, refusedInARow + (refusal && attempt === 1 ? 1 : 0));
  if (refusal && refused < MAX_REFUSED_IN_A_ROW) return { outage: probe ? null : outage, refusedInARow: refused };
  const end = since + standing.patienceMs;
  const latest = end > at ? end : at + standing.patienceMs;
  const failure = { at, record, probe, retryAfterMs: report.retryAfterMs, latest };
  return { outage: outageAfter(outage, failure, random), refusedInARow: refused };
}

/**
 * Returns an attempt as the delivery log shows it. A delivery may be tried for days, so only the first attempts keep
 * the answer.
 */
function logEntry({ attempt, report, url }: Tried): string {
  const { outcome, timings, answerStart, answerHeaders = null, startedOn } = report;
  return JSON.stringify({
    attempt,
    startedOn: formatTimestamp(startedOn),
    status: outcome.kind === 'answered' ? outcome.status : null,
    error: errorClassOf(outcome),
    message: outcome.kind === 'failed' ? truncateText(outcome.message) : null,
    timings,
    answer: attempt <= MAX_ATTEMPTS_WITH_BODY ? answerStart : null,
    answerHeaders: attempt <= MAX_ATTEMPTS_WITH_BODY ? answerHeaders : null,
    // Must be the last property: `lastTargetHashSql` reads it from the end.
    target: hashTarget(url),
  });
}
const MAX_ATTEMPTS_WITH_BODY = 10;
