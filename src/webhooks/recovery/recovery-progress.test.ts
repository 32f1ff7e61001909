import assert from 'node:assert/strict';
import { test } from 'node:test';
import { availableRoom, progressAfter, type RecoveryProgress, recoveryOf } from './recovery-progress.ts';

const nothing = { succeeded: 0, failed: 0, dropped: 0, waiting: 0 };
const running: RecoveryProgress = {
  id: 1,
  wish: { kind: 'resend', filter: '' },
  perSecond: 50,
  state: 'running',
  reason: null,
  begins: 0,
  ends: 100,
  place: 0,
  found: 0,
  total: 10,
  made: 0,
  delivered: 0,
  failed: 0,
  skipped: 0,
  width: 16,
  open: true,
  dueOn: 0,
  createdOn: 0,
  endedOn: null,
};
const step = (course: Partial<RecoveryProgress>, more: Partial<Parameters<typeof progressAfter>[1]>) =>
  progressAfter(
    { ...running, ...course },
    { now: 1_000, tally: nothing, off: undefined, progress: undefined, ...more },
  );

test('a step puts no more into the lane than its width has room for, and than its pace allows', () => {
  assert.equal(availableRoom({ width: 16, perSecond: 50 }, 0), 10);
  assert.equal(availableRoom({ width: 16, perSecond: 50 }, 12), 4);
  assert.equal(availableRoom({ width: 4, perSecond: 1000 }, 4), 0);
  assert.equal(availableRoom({ width: 4, perSecond: 1000 }, 9), 0);
  assert.equal(availableRoom({ width: 16, perSecond: 1 }, 0), 1);
});

test('the next step is due when the pace allows it', () => {
  const progress = { made: 1, skipped: 0, through: 50 };
  assert.equal(step({ perSecond: 1 }, { progress }).dueOn, 2_000);
  assert.equal(step({ perSecond: 1000 }, { progress }).dueOn, 1_200);
  assert.equal(step({}, { progress: { made: 0, skipped: 0, through: 50 } }).dueOn, 1_000, 'nothing was found');
});

test('the width grows while the endpoint keeps up and shrinks while it does not', () => {
  assert.equal(step({}, { tally: { ...nothing, succeeded: 10 } }).width, 32);
  assert.equal(step({}, { tally: { ...nothing, succeeded: 3 } }).width, 16, 'it was not made use of');
  assert.equal(step({}, { tally: { ...nothing, succeeded: 7, waiting: 9 } }).width, 8);
  assert.equal(step({ width: 1 }, { tally: { ...nothing, waiting: 1 } }).width, 1);
  assert.equal(step({ width: 256 }, { tally: { ...nothing, succeeded: 256 } }).width, 256);
});

test('where the database gave no answer, what came of deliveries is counted and the run rests', () => {
  const after = step({ place: 40 }, { progress: 'held up', tally: { ...nothing, succeeded: 3 } });
  assert.deepEqual([after.state, after.place, after.delivered, after.dueOn], ['running', 40, 3, 11_000]);
});

test('counting comes first, then the way begins anew', () => {
  const counting = step({ total: null }, { progress: { counted: 4, through: 60 } });
  assert.equal(recoveryOf(counting).state, 'counting');
  assert.deepEqual([counting.found, counting.total, counting.place, counting.dueOn], [4, null, 60, 1_000]);
  const counted = step({ ...counting, begins: 20 }, { progress: { counted: 3, through: 100 } });
  assert.deepEqual([counted.total, counted.place, recoveryOf(counted).state], [7, 20, 'running']);
});

test('a run is complete when it has come to its end and nothing of it waits, with counts that add up', () => {
  const end = { made: 0, skipped: 0, through: 100 };
  const waits = step({}, { progress: end, tally: { ...nothing, succeeded: 9, waiting: 1 } });
  assert.deepEqual([waits.state, waits.open], ['running', true]);
  const complete = step(waits, { progress: end, tally: { ...nothing, failed: 1 } });
  assert.deepEqual([complete.state, complete.open, complete.endedOn], ['complete', false, 1_000]);
  assert.deepEqual([complete.delivered, complete.failed, complete.skipped, complete.total], [9, 1, 0, 10]);
  const fewer = step({ delivered: 6 }, { progress: end });
  assert.deepEqual([fewer.total, fewer.skipped], [10, 4], 'some were forgotten meanwhile');
  const more = step({ delivered: 11 }, { progress: end });
  assert.deepEqual([more.total, more.skipped], [11, 0], 'some have failed since');
});

test('a run fails when its subscription is switched off, once what waited of it is settled', () => {
  const failed = step({}, { off: 'It is gone.', tally: { ...nothing, waiting: 2 } });
  assert.deepEqual(
    [failed.state, failed.reason, failed.open],
    ['failed', 'The subscription was switched off: It is gone.', true],
  );
  const over = step(failed, { off: 'It is gone.', tally: { ...nothing, dropped: 2 } });
  assert.deepEqual([over.state, over.failed, over.open], ['failed', 2, false]);
});

test('what a cancelled run took back was skipped', () => {
  const over = step({ state: 'cancelled', endedOn: 900 }, { tally: { ...nothing, succeeded: 1, dropped: 3 } });
  assert.deepEqual([over.delivered, over.failed, over.skipped, over.open], [1, 0, 3, false]);
});
