import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Pace } from './pace.ts';
import { type Claim, makeSlots } from './slots.ts';

const noCall = () => {};

test('a lane has 32 slots, or a quarter where there are few', () => {
  assert.equal(makeSlots(512).join(noCall).take(1_000), 32);
  assert.equal(makeSlots(40).join(noCall).take(1_000), 10);
  assert.equal(makeSlots(4).join(noCall).take(1_000), 1);
});

test('beside greedy lanes others get a slot each, as long as the reserve lasts', () => {
  for (const greedy of [1, 5, 10, 50, 100]) {
    const slots = makeSlots(512);
    for (let n = 0; n < greedy; n++) slots.join(noCall).take(1_000);
    const others = Array.from({ length: 100 }, () => slots.join(noCall).take(1));
    assert.ok(others.filter((taken) => taken === 1).length >= 100 - Math.max(0, greedy - 12), `beside ${greedy}`);
  }
});

test('ten greedy lanes still have more than thirty each', () => {
  const slots = makeSlots(512);
  const held = Array.from({ length: 10 }, () => slots.join(noCall).take(1_000));
  assert.deepEqual(held, Array(10).fill(32));
});

test('a lane that is stuck gets one slot', () => {
  const claim = makeSlots(512).join(noCall);
  claim.setPace('stuck');
  assert.equal(claim.take(10), 1);
  assert.equal(claim.take(10), 0);
  claim.give(1);
  assert.equal(claim.take(10), 1);
});

test('lanes that are slow or stuck share one half of the slots, whatever they held before', () => {
  const slots = makeSlots(100);
  const stuck = Array.from({ length: 80 }, () => slots.join(noCall));
  for (const claim of stuck) claim.setPace('stuck');
  assert.equal(stuck.filter((claim) => claim.take(1) === 1).length, 50);
  const quick = Array.from({ length: 50 }, () => slots.join(noCall));
  assert.equal(quick.filter((claim) => claim.take(1) === 1).length, 50);

  const others = makeSlots(100);
  const turning = Array.from({ length: 3 }, () => others.join(noCall));
  const before = turning.map((claim) => claim.take(25)).reduce((sum, count) => sum + count);
  for (const claim of turning) claim.setPace('slow');
  assert.equal(before, 75);
  turning[1]!.give(20);
  assert.equal(others.join(noCall).take(1), 1);
  assert.equal(turning[0]!.take(1), 0, 'they hold more than their half already');
});

test('whoever waits with empty hands is called first when a slot becomes free', () => {
  const slots = makeSlots(4);
  const called: string[] = [];
  const holders = Array.from({ length: 4 }, (_, n) => slots.join(() => called.push(`holder ${n}`)));
  for (const claim of holders) claim.take(2);
  const late = slots.join(() => {
    called.push('late');
    assert.equal(late.take(1), 1);
  });
  assert.equal(late.take(1), 0);
  holders[0]!.give(1);
  assert.equal(called[0], 'late');
});

test('slots are neither lost nor made up, and nobody who could have one waits forever', () => {
  const TOTAL = 40;
  const step = fc.record({
    lane: fc.nat(11),
    act: fc.constantFrom('take', 'give', 'pace', 'leave' as const),
    count: fc.integer({ min: 1, max: 20 }),
    pace: fc.constantFrom<Pace>('quick', 'slow', 'stuck'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const slots = makeSlots(TOTAL);
      const lanes: { claim: Claim; held: number; wants: number }[] = [];
      const join = (n: number) => {
        const lane = { claim: undefined as unknown as Claim, held: 0, wants: 0 };
        lane.claim = slots.join(() => {
          const got = lane.claim.take(lane.wants);
          lane.held += got;
          lane.wants -= got;
        });
        lanes[n] = lane;
      };
      for (let n = 0; n < 12; n++) join(n);
      const sum = () => lanes.reduce((held, lane) => held + lane.held, 0);
      for (const { lane: n, act, count, pace } of steps) {
        const lane = lanes[n]!;
        if (act === 'take') {
          const got = lane.claim.take(count);
          lane.held += got;
          lane.wants = count - got;
        } else if (act === 'give' && lane.held > 0) {
          const back = Math.min(count, lane.held);
          lane.held -= back;
          lane.claim.give(back);
        } else if (act === 'pace') lane.claim.setPace(pace);
        else if (act === 'leave') {
          lane.claim.leave();
          lane.claim.give(lane.held);
          lane.held = 0;
          join(n);
        }
        assert.ok(sum() <= TOTAL, 'more slots are held than there are');
      }
      // Everybody gives back what they hold, again and again: everybody who wants one is served in the end.
      for (let round = 0; round < 50; round++) {
        for (const lane of lanes) {
          const back = lane.held;
          lane.held = 0;
          if (back > 0) lane.claim.give(back);
        }
      }
      for (const lane of lanes) lane.claim.setPace('quick');
      assert.ok(
        lanes.every((lane) => lane.wants === 0 || lane.held > 0),
        'somebody waits although all slots are free',
      );
    }),
  );
});
