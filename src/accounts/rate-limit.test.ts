import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { memoryRateLimit } from './rate-limit.ts';

const windowMs = 60_000;

test('each key has a window of its own, exact over every pattern of idling and asking', () => {
  const arrival = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    gapMs: fc.oneof(fc.constantFrom(0, 0, 0, 1, 59_999, 60_000, 60_001, 120_001), fc.integer({ min: 0, max: 90_000 })),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(arrival, { maxLength: 200, size: 'max' }),
      (limit, arrivals) => {
        let now = 5000;
        const rate = memoryRateLimit({ limit, windowMs, clock: { now: () => now } });
        const admitted = new Map<string, number[]>([
          ['a', []],
          ['b', []],
          ['c', []],
        ]);
        for (const { key, gapMs } of arrivals) {
          now += gapMs;
          const own = admitted.get(key)!;
          const counted = own.filter((at) => now - at <= windowMs).length;
          assert.equal(rate.standing(key).remaining, limit - counted);
          const admission = rate.admit(key);
          assert.equal(admission.admitted, counted < limit, `${key} at ${now} with ${counted} of ${limit}`);
          if (admission.admitted) own.push(now);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('300 requests at once are admitted, the next one is told when to come back, and then succeeds', () => {
  let now = 0;
  const rate = memoryRateLimit({ limit: 300, windowMs, clock: { now: () => now } });
  assert.equal(rate.standing('key').resetSeconds, 60);
  for (let i = 0; i < 300; i++) assert.equal(rate.admit('key').admitted, true);
  now = 12_345;
  const refusal = rate.admit('key');
  assert.deepEqual(refusal, { admitted: false, limit: 300, remaining: 0, resetSeconds: 48, retryAfterSeconds: 48 });
  now += 47_000;
  assert.equal(rate.admit('key').admitted, false);
  now += 1000;
  assert.equal(rate.admit('key').admitted, true);
});

test('a refusal is not counted: asking without pause does not prolong it', () => {
  let now = 0;
  const rate = memoryRateLimit({ limit: 2, windowMs, clock: { now: () => now } });
  rate.admit('key');
  rate.admit('key');
  for (now = 100; now <= 60_000; now += 100) assert.equal(rate.admit('key').admitted, false);
  now = 60_001;
  assert.equal(rate.admit('key').admitted, true);
});

test('a limit of 0 admits everything', () => {
  const rate = memoryRateLimit({ limit: 0, windowMs, clock: { now: () => 0 } });
  for (let i = 0; i < 1000; i++) assert.equal(rate.admit('key').admitted, true);
});

test('keys that no longer ask cost no memory', () => {
  let now = 0;
  const rate = memoryRateLimit({ limit: 300, windowMs, clock: { now: () => now } });
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  const manyKeys = (round: number) => {
    for (let i = 0; i < 20_000; i++) rate.admit(`key-${round}-${i}`);
    now += windowMs + 1;
  };
  manyKeys(0);
  manyKeys(1);
  const afterTwo = used();
  for (let round = 2; round < 10; round++) manyKeys(round);
  const growth = used() - afterTwo;
  assert.ok(growth < 2_000_000, `grew by ${growth} bytes over eight more rounds of 20,000 keys`);
});
