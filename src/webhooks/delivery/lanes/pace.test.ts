import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptOutcome, AttemptReport } from '../send/outcome.ts';
import { type Pace, paceAfter, paceWhileOutstanding } from './pace.ts';

const ok: AttemptOutcome = { kind: 'answered', status: 200 };
const bad: AttemptOutcome = { kind: 'answered', status: 500 };
const timeout: AttemptOutcome = { kind: 'failed', error: 'timeout', message: '' };
const reset: AttemptOutcome = { kind: 'failed', error: 'reset', message: '' };

const cases: [before: Pace[], outcome: AttemptOutcome, ms: number, after: Pace | 'as before', firstByteMs?: number][] =
  [
    [['quick', 'slow', 'stuck'], ok, 20, 'quick'],
    [['quick', 'slow', 'stuck'], ok, 1_500, 'slow'],
    [['untried', 'quick', 'slow', 'stuck'], bad, 20, 'quick'],
    [['quick', 'slow', 'stuck'], reset, 20, 'as before'],
    [['untried', 'overdue'], reset, 20, 'quick'],
    [['untried'], ok, 20, 'quick'],
    [['untried'], timeout, 10_000, 'stuck'],
    [['quick', 'slow', 'stuck'], bad, 1_500, 'stuck', 1_400],
    // Somebody is there, whose body took its time.
    [['untried', 'quick', 'slow', 'stuck', 'overdue'], bad, 1_500, 'slow', 20],
    [['quick', 'slow', 'stuck'], reset, 1_500, 'stuck', 20],
    [['quick', 'slow', 'stuck'], reset, 1_500, 'stuck'],
    [['quick', 'slow', 'stuck'], timeout, 10_000, 'stuck'],
    // A timeout may be set shorter than what counts as slow.
    [['quick', 'slow', 'stuck'], timeout, 200, 'stuck'],
  ];

test('a lane is stuck after a timeout or a slow failure until it answers, and slow while its answers take long', () => {
  for (const [paces, outcome, ms, after, firstByteMs] of cases) {
    for (const pace of paces) {
      const expected = after === 'as before' ? pace : after;
      assert.equal(
        paceAfter(pace, report(outcome, ms, firstByteMs)),
        expected,
        `${pace}, ${JSON.stringify(outcome)}, ${ms} ms`,
      );
    }
  }
});

test('what is out for longer than usual makes a lane overdue while nothing comes back, and slow while something does', () => {
  const out = { since: 10_000, answeredAt: 0, usualMs: 20 };
  assert.equal(paceWhileOutstanding(out, 10_900), undefined);
  assert.equal(paceWhileOutstanding(out, 11_100), 'overdue');
  assert.equal(paceWhileOutstanding({ ...out, answeredAt: 10_500 }, 11_100), 'slow');
  // One that takes 1.2 s for each is not taken for dead in between.
  assert.equal(paceWhileOutstanding({ ...out, usualMs: 1_200 }, 11_300), undefined);
  assert.equal(paceWhileOutstanding({ ...out, usualMs: 1_200 }, 12_500), 'overdue');
});

function report(outcome: AttemptOutcome, totalMs: number, firstByteMs: number | null = null): AttemptReport {
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs, totalMs };
  return { outcome, timings, answerStart: null, retryAfterMs: null, startedOn: 0, decidedOn: 0 };
}
