import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectPeriodChange, findPeriodAt, type SubscriptionState, warningOf } from './periods.ts';

const on = (failuresInARow: number): SubscriptionState => ({ active: true, deactivateReason: null, failuresInARow });
const off: SubscriptionState = { active: false, deactivateReason: 'Too much.', failuresInARow: 30 };

test('a period begins at 10 and 20 failures in a row, when it is switched off or on, and when a warning ends', () => {
  const states = (...standings: SubscriptionState[]) =>
    standings.slice(1).map((after, n) => detectPeriodChange(standings[n]!, after)?.state);
  assert.deepEqual(states(on(0), on(1), on(9), on(10), on(11), on(19), on(20), on(29), off), [
    undefined,
    undefined,
    'warned',
    undefined,
    undefined,
    'warned',
    undefined,
    'off',
  ]);
  assert.deepEqual(states(on(15), on(0)), ['on']);
  assert.deepEqual(states(off, on(0)), ['on']);
  assert.deepEqual(states(on(3), on(0)), [undefined]);
  assert.deepEqual(states(on(0), { ...off, failuresInARow: 1 }), ['off'], 'by an endpoint that is gone');
  assert.equal(detectPeriodChange(on(29), off)?.why, 'Too much.');
});

test('a warning stands from the tenth failure on, and not where it is off', () => {
  assert.equal(warningOf(on(9)), null);
  assert.match(warningOf(on(10))!, /^10 deliveries/);
  assert.equal(warningOf(off), null);
});

test('a moment belongs to the period that began last, and to none before they were kept', () => {
  const periods = [
    { beganOn: 10, state: 'on', why: null },
    { beganOn: 20, state: 'off', why: 'x' },
  ] as const;
  assert.deepEqual(
    [9, 10, 19, 20, 99].map((on) => findPeriodAt(periods, on)?.state),
    [undefined, 'on', 'on', 'off', 'off'],
  );
});
