import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDeliverySlots, type DeliverySlots, type SlotClaim } from './delivery-slots.ts';
import { type Pace, paces } from './pace.ts';

const noCall = () => {};

/** Lanes with nothing out, each of which asks for as many. */
function lanes(
  slots: DeliverySlots,
  count: number,
  account: string,
  pace: Pace,
  wanted = 1,
): { claims: SlotClaim[]; had: number } {
  const claims = Array.from({ length: count }, () => slots.join(account, pace, noCall));
  return { claims, had: claims.reduce((had, claim) => had + claim.take(wanted), 0) };
}

test('a lane has 32 slots, one that was never tried too; fewer where there are few, and one when it is stuck', () => {
  for (const pace of ['untried', 'quick', 'slow', 'overdue'] as const) {
    assert.equal(createDeliverySlots(2048).join('a', pace, noCall).take(1_000), 32, pace);
    assert.equal(createDeliverySlots(512).join('a', pace, noCall).take(1_000), 32, pace);
  }
  assert.equal(createDeliverySlots(40).join('a', 'quick', noCall).take(1_000), 6);
  assert.equal(createDeliverySlots(4).join('a', 'quick', noCall).take(1_000), 1);
  assert.equal(createDeliverySlots(2048).join('a', 'stuck', noCall).take(1_000), 1);
});

test('tests have slots beside those of the lane, as far as the share goes, and take none of them', () => {
  for (const pace of ['quick', 'stuck'] as const) {
    const slots = createDeliverySlots(2048);
    const most = pace === 'stuck' ? 1 : 32;
    const claim = slots.join('a', pace, noCall);
    assert.deepEqual([claim.take(3, 'test'), claim.take(1_000), claim.take(1_000, 'test')], [3, most, 29], pace);
    // What a quick lane has out when it turns out to be stuck is no reason to keep a test back.
    claim.setPace('stuck');
    claim.give(2, 'test');
    assert.deepEqual([claim.take(1), claim.take(1_000, 'test')], [0, 2], pace);
    lanes(slots, 3_000, 'a', 'stuck');
    claim.give(2, 'test');
    assert.equal(claim.take(1, 'test'), 0, 'lanes with nothing out come first');
  }
});

test('six hundred lanes that hang leave a slot to every lane that has proved quick, and to one that is merely slow', () => {
  for (const total of [512, 2048]) {
    for (const account of ['a', 'another']) {
      const slots = createDeliverySlots(total);
      const { claims } = lanes(slots, 600, 'a', 'untried');
      for (const claim of claims) claim.setPace('overdue');
      assert.equal(lanes(slots, 90, account, 'quick').had, 90, `quick lanes of ${account}`);
      assert.equal(lanes(slots, 10, account, 'slow').had, 10, `slow lanes of ${account}`);
    }
  }
});

test('what one account has untried, stuck or slow leaves slots to the same lanes of another', () => {
  for (const pace of paces) {
    const slots = createDeliverySlots(2048);
    lanes(slots, 3_000, 'a', pace, 32);
    assert.ok(lanes(slots, 20, 'another', pace).had === 20, pace);
  }
});

test('untried lanes that turn out to hang make room for others that were never tried', () => {
  const slots = createDeliverySlots(2048);
  const first = lanes(slots, 192, 'a', 'untried');
  assert.equal(first.had, 192);
  for (const claim of first.claims) claim.setPace('overdue');
  assert.equal(lanes(slots, 50, 'a', 'untried').had, 50);
});

test('lanes that are overdue leave most of the stuck slots to those that have yet to be tried', () => {
  const slots = createDeliverySlots(2048);
  const { claims } = lanes(slots, 192, 'a', 'untried');
  for (const claim of claims) claim.setPace('overdue');
  for (const claim of claims) claim.take(31);
  const next = lanes(slots, 192, 'a', 'untried');
  assert.equal(next.had, 192);
  for (const claim of next.claims) claim.setPace('overdue');
  assert.equal(lanes(slots, 192, 'a', 'untried').had, 192);
});

test('lanes with much out leave a quarter of the share to lanes of the account that have nothing out', () => {
  const slots = createDeliverySlots(2048);
  const greedy = lanes(slots, 10, 'a', 'quick', 1_000);
  const others = lanes(slots, 50, 'a', 'quick');
  assert.ok(greedy.had >= 280 && greedy.had <= 298, `${greedy.had}`);
  assert.equal(others.had, 50);
});

test('no more slots are held than there are, whatever lanes turn out to be', () => {
  for (const total of [4, 16, 100, 2048]) {
    const slots = createDeliverySlots(total);
    let out = 0;
    for (let account = 0; account < 20; account++) {
      for (const pace of paces) {
        const { claims, had } = lanes(slots, 100, `account ${account}`, pace, 8);
        out += had;
        for (const claim of claims) claim.setPace('stuck');
      }
    }
    assert.ok(out <= total, `${out} of ${total}`);
    assert.ok(slots.budgets.every((budget) => budget.tally().total >= 1));
    assert.equal(
      slots.budgets.reduce((sum, budget) => sum + budget.tally().total, 0),
      total,
    );
  }
});

test('who waits with nothing out is called when a slot becomes free, in turn by account', async () => {
  const slots = createDeliverySlots(16);
  const held = lanes(slots, 100, 'a', 'quick').claims;
  lanes(slots, 100, 'b', 'quick');
  const called: string[] = [];
  const join = (account: string) => {
    const claim = slots.join(account, 'quick', () => called.push(`${account} ${claim.take(1)}`));
    assert.equal(claim.take(1), 0);
  };
  join('c');
  join('c');
  join('d');
  held[0]!.give(1);
  held[1]!.give(1);
  await new Promise(setImmediate);
  assert.deepEqual(called, ['c 1', 'd 1']);
});

test('a lane that was called and wants none any more gives the slot to the next', async () => {
  const slots = createDeliverySlots(4);
  const [holder] = lanes(slots, 1, 'a', 'quick').claims;
  const idler = slots.join('b', 'quick', () => idler.take(0));
  idler.take(1);
  let served = 0;
  const next = slots.join('c', 'quick', () => {
    served += next.take(1);
  });
  next.take(1);
  holder!.give(1);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  assert.equal(served, 1);
});

test('slots are neither lost nor made up, and nobody who could have one waits forever', async () => {
  const TOTAL = 40;
  const step = fc.record({
    lane: fc.nat(11),
    act: fc.constantFrom('take', 'test', 'give', 'pace', 'leave' as const),
    count: fc.integer({ min: 1, max: 20 }),
    pace: fc.constantFrom<Pace>(...paces),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const slots = createDeliverySlots(TOTAL);
      const all: { claim: SlotClaim; held: number; tests: number; wants: number }[] = [];
      const join = (n: number) => {
        const lane = { claim: undefined as unknown as SlotClaim, held: 0, tests: 0, wants: 0 };
        lane.claim = slots.join(`account ${n % 3}`, 'untried', () => {
          const got = lane.claim.take(lane.wants);
          lane.held += got;
          lane.wants -= got;
        });
        all[n] = lane;
      };
      for (let n = 0; n < 12; n++) join(n);
      const sum = () => all.reduce((held, lane) => held + lane.held + lane.tests, 0);
      const known = () => slots.budgets.reduce((held, budget) => held + budget.tally().held, 0);
      for (const { lane: n, act, count, pace } of steps) {
        const lane = all[n]!;
        if (act === 'take') {
          lane.wants = count;
          const got = lane.claim.take(count);
          lane.held += got;
          lane.wants -= got;
        } else if (act === 'test') lane.tests += lane.claim.take(count, 'test');
        else if (act === 'give') {
          const back = Math.min(count, lane.held);
          lane.held -= back;
          lane.claim.give(back);
          lane.claim.give(lane.tests, 'test');
          lane.tests = 0;
        } else if (act === 'pace') lane.claim.setPace(pace);
        else if (act === 'leave') {
          lane.claim.leave();
          lane.claim.give(lane.held);
          lane.claim.give(lane.tests, 'test');
          join(n);
        }
        await Promise.resolve();
        assert.ok(sum() <= TOTAL, 'more slots are held than there are');
      }
      // Everybody gives back what they hold, again and again: everybody who has nothing out and wants something is served.
      for (let round = 0; round < 50; round++) {
        await new Promise(setImmediate);
        for (const lane of all) {
          const [back, tests] = [lane.held, lane.tests];
          lane.held = lane.tests = 0;
          lane.claim.give(back);
          lane.claim.give(tests, 'test');
          if (lane.wants > 0) {
            const got = lane.claim.take(lane.wants);
            lane.held += got;
            lane.wants -= got;
          }
        }
      }
      await new Promise(setImmediate);
      assert.equal(known(), sum());
      assert.ok(
        all.every((lane) => lane.wants === 0 || lane.held > 0),
        'somebody waits although all slots are free',
      );
    }),
    { numRuns: 40 },
  );
});
