import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SlidingWindow } from './sliding-window.ts';

const windowMs = 60_000;

/**
 * Gaps between arrivals: bursts at one instant, gaps around whole seconds and around the window itself (where the edges
 * lie), and anything between, so that random runs meet every edge often.
 */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 500 }) },
  { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001, 29_999, 30_000, 30_001, 59_999, 60_000, 60_001) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 130_000 }) },
);
const arrivals = fc.array(gap, { minLength: 1, maxLength: 400, size: 'max' });
const limits = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(16, 17, 40, 300));

/** What the contract says, counted the slow way: the admitted instants within the closed span that ends now. */
const within = (admitted: readonly number[], now: number) => admitted.filter((at) => now - at <= windowMs).length;

test('no closed span of 60 seconds admits more than the limit, and nobody under the limit is refused', () => {
  fc.assert(
    fc.property(limits, arrivals, (limit, gaps) => {
      const window = new SlidingWindow(limit, windowMs);
      const admitted: number[] = [];
      let now = 1_000_000;
      for (const gapMs of gaps) {
        now += gapMs;
        const before = within(admitted, now);
        const admission = window.admit(now);
        assert.equal(admission.admitted, before < limit, `at ${now} with ${before} of ${limit}`);
        if (admission.admitted) admitted.push(now);
        assert.equal(admission.limit, limit);
        assert.equal(admission.remaining, limit - within(admitted, now));
      }
      // Every span that could be the fullest ends at an admitted instant.
      for (const end of admitted) {
        assert.ok(admitted.filter((at) => at >= end - windowMs && at <= end).length <= limit);
      }
    }),
    { numRuns: 400 },
  );
});

test('after Retry-After the next request is admitted, one second earlier it is not', () => {
  let refusals = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), arrivals, (limit, gaps) => {
      const window = new SlidingWindow(limit, windowMs);
      const admitted: number[] = [];
      let now = 0;
      for (const gapMs of gaps) {
        now += gapMs;
        const admission = window.admit(now);
        if (admission.admitted) {
          admitted.push(now);
          continue;
        }
        refusals++;
        const { retryAfterSeconds } = admission;
        assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 61);
        assert.equal(admission.resetSeconds, retryAfterSeconds);
        assert.ok(within(admitted, now + retryAfterSeconds * 1000) < limit, 'too early');
        assert.equal(within(admitted, now + (retryAfterSeconds - 1) * 1000), limit, 'a second too late');
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(refusals > 1000, `the patterns must meet the limit: ${refusals} refusals`);
});

test('the window itself keeps the promise of its Retry-After', () => {
  for (const into of [0, 1, 499, 999, 1000, 1001, 59_000, 59_999, 60_000]) {
    const earlier = fullAt(0);
    const refusal = earlier.admit(into);
    assert.ok(!refusal.admitted);
    const retryAt = into + refusal.retryAfterSeconds * 1000;
    if (retryAt - 1000 > into) assert.equal(earlier.admit(retryAt - 1000).admitted, false);
    assert.equal(earlier.admit(retryAt).admitted, true);
  }
});

test('a request exactly 60 seconds after the oldest still shares a span with it', () => {
  assert.equal(fullAt(0).admit(60_000).admitted, false);
  assert.equal(fullAt(0).admit(60_000.001).admitted, true);
});

test('what remains and when more comes are told with every admission', () => {
  const window = new SlidingWindow(3, windowMs);
  assert.deepEqual(window.admit(0), { admitted: true, limit: 3, remaining: 2, resetSeconds: 60 });
  assert.deepEqual(window.admit(10_500), { admitted: true, limit: 3, remaining: 1, resetSeconds: 50 });
  assert.deepEqual(window.admit(60_000), { admitted: true, limit: 3, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(window.admit(60_001), { admitted: true, limit: 3, remaining: 0, resetSeconds: 11 });
});

function fullAt(instant: number): SlidingWindow {
  const window = new SlidingWindow(300, windowMs);
  for (let i = 0; i < 300; i++) assert.equal(window.admit(instant).admitted, true);
  return window;
}

test('of a request that may have left the window nothing is given back', () => {
  const window = new SlidingWindow(3, 1_000);
  window.admit(0);
  for (let n = 0; n < 3; n++) assert.ok(window.admit(1_500).admitted);
  assert.ok(!window.recount(1_501, 3, -1).admitted);
  assert.ok(!window.admit(1_501).admitted);
});

test('what turns out to be worth several is counted whole, or not at all, or as the one it was, and is told when it comes in', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 20 }),
      fc.array(fc.tuple(gap, fc.integer({ min: 1, max: 4 }), fc.boolean()), { maxLength: 200, size: 'max' }),
      (limit, arrivals) => {
        const window = new SlidingWindow(limit, windowMs);
        const admitted: number[] = [];
        let now = 1_000_000;
        for (const [gapMs, units, givenBack] of arrivals) {
          now += gapMs;
          if (!window.admit(now).admitted) continue;
          const counted = within(admitted, now);
          const admission = window.recount(now, units, givenBack ? now : undefined);
          assert.equal(admission.admitted, counted + units <= limit);
          if (admission.admitted) for (let n = 0; n < units; n++) admitted.push(now);
          else {
            if (!givenBack) admitted.push(now);
            const then = now + admission.retryAfterSeconds * 1000;
            assert.ok(within(admitted, then) + units <= limit, 'there is room for it');
            assert.ok(within(admitted, then - 1000) + units > limit, 'and not a second earlier');
          }
          assert.equal(window.admit(now, 0).remaining, limit - within(admitted, now));
        }
      },
    ),
  );
});
