import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttemptOutcome, networkErrors } from '../send/outcome.ts';
import { type DeliveryDecision, type DeliveryDecisionInput, decideDelivery } from './delivery-decision.ts';

const statuses = Array.from({ length: 500 }, (_, at) => 100 + at);
const outcomes: AttemptOutcome[] = [
  ...statuses.map((status) => ({ kind: 'answered', status }) as const),
  ...networkErrors.map((error) => ({ kind: 'failed', error, message: `It failed (${error}).` }) as const),
];
const retryMs = 2_000;

test('every outcome x attempt x streak x counted x active leads where the table says', () => {
  let cases = 0;
  for (const outcome of outcomes) {
    for (const attempt of [1, 2, 3, 4]) {
      for (const failuresInARow of [0, 1, 28, 29, 30]) {
        for (const counted of [true, false]) {
          for (const active of [true, false]) {
            const attempted = { outcome, attempt, failuresInARow, retryMs, counted, active, patience: null };
            assert.deepEqual(decideDelivery(attempted), expected(attempted), JSON.stringify(attempted));
            cases++;
          }
        }
      }
    }
  }
  assert.equal(cases, 506 * 4 * 5 * 2 * 2);
});

/** The contract's sentences, one line each. */
function expected({ outcome, attempt, failuresInARow, counted, active }: DeliveryDecisionInput): DeliveryDecision {
  const status = outcome.kind === 'answered' ? outcome.status : null;
  // "a success sets the count to 0"; "not counted" is a Test.
  if (status !== null && status >= 200 && status < 300) {
    return { delivery: 'succeeded', failuresInARow: counted ? 0 : failuresInARow };
  }
  // "Any status outside 2xx but 410 is retried"; "first attempt + up to 3 retries".
  if (status !== null && status !== 410 && attempt <= 3) {
    // "Deliveries still waiting for a deactivated subscription are dropped"; a Test is "always allowed".
    if (!active && counted) return { delivery: 'dropped' };
    return { delivery: 'retry', afterMs: 2_000 };
  }
  const failed = { delivery: 'failed', failuresInARow: failuresInARow + (counted ? 1 : 0) } as const;
  if (!active) return failed;
  // "410 deactivates at once, whatever caused the delivery".
  if (status === 410) {
    return { ...failed, deactivate: 'The endpoint answered 410 Gone, which asks for no more deliveries.' };
  }
  // "30 deactivate it, reason recorded".
  if (!counted || failuresInARow + 1 < 30) return failed;
  const last = outcome.kind === 'answered' ? `the endpoint answered ${status}.` : `It failed (${outcome.error}).`;
  return { ...failed, deactivate: `${failuresInARow + 1} deliveries in a row failed. The last one: ${last}` };
}

test('a network failure is never retried, whatever its class', () => {
  for (const error of networkErrors) {
    const outcome = { kind: 'failed', error, message: 'No.' } as const;
    assert.equal(decideDelivery({ ...first, outcome }).delivery, 'failed');
  }
});

test('whoever is patient tries every failure again until the patience is over, but 410', () => {
  for (const outcome of outcomes) {
    const status = outcome.kind === 'answered' ? outcome.status : null;
    if (status !== null && status >= 200 && status < 300) continue;
    for (const attempt of [1, 4, 5, 200]) {
      const waiting = { ...first, outcome, attempt, patience: { over: false, pauseMs: 7 } };
      const over = { ...waiting, patience: { over: true, pauseMs: 0 } };
      if (status !== 410) assert.deepEqual(decideDelivery(waiting), { delivery: 'retry', afterMs: 7 });
      assert.deepEqual(decideDelivery({ ...waiting, active: false }).delivery, status === 410 ? 'failed' : 'dropped');
      assert.deepEqual(decideDelivery(over), expected({ ...over, attempt: 4, patience: null }));
    }
  }
  const gone = decideDelivery({
    ...first,
    outcome: { kind: 'answered', status: 410 },
    patience: { over: false, pauseMs: 7 },
  });
  assert.ok(gone.delivery === 'failed' && gone.deactivate !== undefined);
});

test('29 failures and a success leave the subscription on; 30 in a row switch it off', () => {
  const failing = { kind: 'answered', status: 500 } as const;
  let failuresInARow = 0;
  for (let delivery = 1; delivery <= 29; delivery++) failuresInARow = afterFailing(failuresInARow).failuresInARow;
  assert.equal(failuresInARow, 29);
  const success = decideDelivery({ ...first, outcome: { kind: 'answered', status: 204 }, failuresInARow });
  assert.deepEqual(success, { delivery: 'succeeded', failuresInARow: 0 });

  failuresInARow = 0;
  let reason: string | undefined;
  for (let delivery = 1; delivery <= 30; delivery++) {
    assert.equal(reason, undefined);
    ({ failuresInARow, deactivate: reason } = afterFailing(failuresInARow));
  }
  assert.equal(reason, '30 deliveries in a row failed. The last one: the endpoint answered 500.');

  /** All four attempts of one delivery. */
  function afterFailing(failures: number): Extract<DeliveryDecision, { delivery: 'failed' }> {
    for (const attempt of [1, 2, 3]) {
      const next = decideDelivery({ ...first, outcome: failing, attempt, failuresInARow: failures });
      assert.deepEqual(next, { delivery: 'retry', afterMs: 2_000 });
    }
    const next = decideDelivery({ ...first, outcome: failing, attempt: 4, failuresInARow: failures });
    assert.ok(next.delivery === 'failed');
    return next;
  }
});

const first = { attempt: 1, failuresInARow: 0, retryMs, counted: true, active: true, patience: null };
