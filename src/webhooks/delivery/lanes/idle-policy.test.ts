import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdlePolicy } from './idle-policy.ts';

test('a rest ends by itself, and by whatever is told of the subscription', () => {
  const rests = new IdlePolicy();
  rests.begin(1, { inMs: 60_000, deafTo: 'all' });
  assert.ok(rests.isResting(1));
  assert.ok(!rests.isResting(2));
  assert.equal(rests.outlasts({ subscription: 1 }), false);
  assert.ok(!rests.isResting(1));
  rests.begin(1, { inMs: 0, deafTo: 'all' });
  assert.ok(!rests.isResting(1));
});

test('news of a record ends a rest, unless that record has its pause, or the endpoint is down', () => {
  const rests = new IdlePolicy();
  rests.begin(1, { inMs: 60_000, deafTo: 'all' });
  rests.begin(2, { inMs: 60_000, deafTo: new Set([5, 6]) });
  assert.equal(rests.outlasts({ subscription: 1, record: 5 }), true);
  assert.equal(rests.outlasts({ subscription: 2, record: 5 }), true, 'it has a pause of its own');
  assert.equal(rests.outlasts({ subscription: 2, record: 7 }), false);
  assert.deepEqual([rests.isResting(1), rests.isResting(2)], [true, false]);
});
