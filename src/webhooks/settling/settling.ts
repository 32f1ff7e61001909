/** What is written about a delivery once an attempt has come back: its new state, its entry in the log, its subscription. */
import { formatTimestamp } from '../../kernel/time.ts';
import type { Finished, Judge, Settled, Standing } from '../queue.ts';
import { type AttemptReport, errorClassOf } from '../sending/outcome.ts';
import { periodBegun } from '../subscriptions/periods.ts';
import { decide, type Next } from './decide.ts';
import { keptText } from './kept-text.ts';

/** `retryMs`: the pause before a retry. `clock` is this process's steady one, by which the report says when it was decided. */
export function makeJudge(retryMs: number, clock: { now(): number }): Judge {
  return (standing, finished, now) => {
    if ('repeats' in finished) return suppressed(standing, finished.repeats);
    const { attempt, cause, report } = finished;
    const next = decide({
      outcome: report.outcome,
      attempt,
      failuresInARow: standing.failuresInARow,
      retryMs,
      counted: cause !== 'test',
      active: standing.active,
    });
    // The pause counts from the answer: reading the rest of it and waiting for the database are part of it.
    const passed = Math.max(0, clock.now() - report.decidedOn);
    const after = standingAfter(standing, next);
    const retry = next.delivery === 'retry' ? dueIn(now, Math.ceil(Math.max(0, next.afterMs - passed))) : null;
    return {
      state: next.delivery === 'retry' ? 'waiting' : next.delivery,
      attempts: attempt,
      retry,
      status: report.outcome.kind === 'answered' ? report.outcome.status : null,
      error: errorClassOf(report.outcome),
      repeats: null,
      entry: logEntry(finished),
      standing: after,
      period: periodBegun(standing, after),
    };
  };
}

function dueIn(now: number, inMs: number) {
  return { dueOn: now + inMs, inMs };
}

function suppressed(standing: Standing, repeats: number): Settled {
  const nothing = { attempts: 0, retry: null, status: null, error: null, entry: null, period: undefined };
  return { ...nothing, state: 'suppressed', repeats, standing };
}

function standingAfter(standing: Standing, next: Next): Standing {
  if (next.delivery === 'retry' || next.delivery === 'dropped') return standing;
  const { failuresInARow } = next;
  const reason = next.delivery === 'failed' ? next.deactivate : undefined;
  // The same where nothing changes: then there is nothing to write.
  if (reason === undefined)
    return failuresInARow === standing.failuresInARow ? standing : { ...standing, failuresInARow };
  return { active: false, deactivateReason: reason, failuresInARow };
}

/** An attempt as the delivery log shows it. */
function logEntry({ attempt, report }: Extract<Finished, { report: AttemptReport }>): string {
  const { outcome, timings, answerStart, answerHeaders = null, startedOn } = report;
  return JSON.stringify({
    attempt,
    startedOn: formatTimestamp(startedOn),
    status: outcome.kind === 'answered' ? outcome.status : null,
    error: errorClassOf(outcome),
    message: outcome.kind === 'failed' ? keptText(outcome.message) : null,
    timings,
    answer: answerStart,
    answerHeaders,
  });
}
